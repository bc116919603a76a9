import Kernel

/// The seats are sold.
public struct ClaimConfirmed: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.claim-confirmed.v1"
    public let claimId: ClaimID
    public let orderId: OrderID
    public let eventId: EventID
    public var subject: String { "claims/\(claimId)" }
    public init(claimId: ClaimID, orderId: OrderID, eventId: EventID) {
        (self.claimId, self.orderId, self.eventId) = (claimId, orderId, eventId)
    }
}
