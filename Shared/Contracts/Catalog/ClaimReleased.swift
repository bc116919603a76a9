import Kernel

/// What was held went back before the hold ended.
public struct ClaimReleased: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.claim-released.v1"
    public let claimId: ClaimID
    public let orderId: OrderID
    public let listing: ListingReference
    public var subject: String { "claims/\(claimId)" }
    public init(claimId: ClaimID, orderId: OrderID, listing: ListingReference) {
        (self.claimId, self.orderId, self.listing) = (claimId, orderId, listing)
    }
}
