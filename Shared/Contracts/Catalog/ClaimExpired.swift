import Kernel

/// The hold expired without payment: what it held is for sale again.
public struct ClaimExpired: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.claim-expired.v1"
    public let claimId: ClaimID
    public let orderId: OrderID
    public let listing: ListingReference
    public var subject: String { "claims/\(claimId)" }
    public init(claimId: ClaimID, orderId: OrderID, listing: ListingReference) {
        (self.claimId, self.orderId, self.listing) = (claimId, orderId, listing)
    }
}
