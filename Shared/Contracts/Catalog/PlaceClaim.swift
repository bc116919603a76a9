import Kernel

/// Hold what the lines name for an order until it is paid. Answered by `ClaimHeld`, or by an event of the kind of listing that
/// says more (`TicketsClaimed`), or by `ClaimRefused`.
public struct PlaceClaim: Message, Equatable {
    public static let type: MessageType = "catalog.place-claim.v1"
    public let claimId: ClaimID
    public let orderId: OrderID
    public let userId: User.ID
    /// What the subjects of the lines belong to.
    public let listing: ListingReference
    public let lines: [ClaimLine]
    public let expectedTotal: Money?
    /// Sales are judged at this time; the hold runs from it.
    public let placedAt: Timestamp
    /// A payment came after the hold expired: claim again, for good, if there is enough left.
    public let late: Bool
    /// An offer of the waiting list that the order uses.
    public let offerId: String?
    /// What the kind of listing asks besides: `{"ageConfirmed": true}`.
    public let details: [String: JSONValue]
    public init(claimId: ClaimID, orderId: OrderID, userId: User.ID, listing: ListingReference, lines: [ClaimLine],
                expectedTotal: Money? = nil, placedAt: Timestamp, late: Bool = false, offerId: String? = nil,
                details: [String: JSONValue] = [:]) {
        (self.claimId, self.orderId, self.userId, self.listing, self.lines) = (claimId, orderId, userId, listing, lines)
        (self.expectedTotal, self.placedAt, self.late, self.offerId) = (expectedTotal, placedAt, late, offerId)
        self.details = details
    }
}
