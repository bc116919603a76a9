import Kernel

/// The hold was over when it should have become a sale.
public struct ClaimConfirmRefused: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.claim-confirm-refused.v1"
    public let claimId: ClaimID
    public let orderId: OrderID
    public let listing: ListingReference
    public let slug: String
    public var subject: String { "claims/\(claimId)" }
    public init(claimId: ClaimID, orderId: OrderID, listing: ListingReference, slug: String) {
        (self.claimId, self.orderId, self.listing, self.slug) = (claimId, orderId, listing, slug)
    }
}
