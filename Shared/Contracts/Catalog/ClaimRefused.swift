import Kernel

/// Nothing is held, with the reason as the buyer gets it.
public struct ClaimRefused: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.claim-refused.v1"
    public static let awaitedBy = Awaiting.only(["orders"])
    public let claimId: ClaimID
    public let orderId: OrderID
    public let listing: ListingReference
    /// HTTP status of the refusal.
    public let status: Int
    public let slug: String
    public let detail: String
    public let members: [String: JSONValue]
    public let errors: [String: [String]]
    public var subject: String { "claims/\(claimId)" }
    public init(claimId: ClaimID, orderId: OrderID, listing: ListingReference, status: Int, slug: String, detail: String,
                members: [String: JSONValue], errors: [String: [String]]) {
        (self.claimId, self.orderId, self.listing, self.status, self.slug, self.detail) = (claimId, orderId, listing, status, slug, detail)
        (self.members, self.errors) = (members, errors)
    }
}
