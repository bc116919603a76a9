import Kernel

/// The hold expired without payment: its seats are for sale again.
public struct ClaimExpired: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.claim-expired.v1"
    public let claimId: ClaimID
    public let orderId: OrderID
    public let eventId: EventID
    public var subject: String { "claims/\(claimId)" }
    public init(claimId: ClaimID, orderId: OrderID, eventId: EventID) {
        (self.claimId, self.orderId, self.eventId) = (claimId, orderId, eventId)
    }
}
