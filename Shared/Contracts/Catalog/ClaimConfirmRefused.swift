import Kernel

/// The hold was over when it should have become a sale.
public struct ClaimConfirmRefused: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.claim-confirm-refused.v1"
    public let claimId: ClaimID
    public let orderId: OrderID
    public let eventId: EventID
    public let slug: String
    public var subject: String { "claims/\(claimId)" }
    public init(claimId: ClaimID, orderId: OrderID, eventId: EventID, slug: String) {
        (self.claimId, self.orderId, self.eventId, self.slug) = (claimId, orderId, eventId, slug)
    }
}
