import Kernel

/// The hold of an order's quote ended before anybody confirmed it: kitchen place and stock are free again.
public struct QuoteClaimExpired: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.quote-claim-expired.v1"
    public let claimId: ClaimID
    public let orderId: OrderID
    public var subject: String { "claims/\(claimId)" }
    public init(claimId: ClaimID, orderId: OrderID) { (self.claimId, self.orderId) = (claimId, orderId) }
}
