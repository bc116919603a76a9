import Kernel

/// What was held is sold.
public struct ClaimConfirmed: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.claim-confirmed.v1"
    public static let awaitedBy = Awaiting.only(["orders"])
    public let claimId: ClaimID
    public let orderId: OrderID
    public let listing: ListingReference
    public var subject: String { "claims/\(claimId)" }
    public init(claimId: ClaimID, orderId: OrderID, listing: ListingReference) {
        (self.claimId, self.orderId, self.listing) = (claimId, orderId, listing)
    }
}
