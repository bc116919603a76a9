import Kernel

/// Hold seats for an order, as releases before `PlaceClaim` said it. Logs hold it.
public struct ClaimTickets: Message, Equatable {
    public static let type: MessageType = "catalog.claim-tickets.v1"
    public let claimId: ClaimID
    public let orderId: OrderID
    public let userId: User.ID
    public let eventId: EventID
    public let items: [TicketLine]
    public let expectedTotal: Money?
    public let ageConfirmed: Bool
    /// Sales are judged at this time; the hold runs from it.
    public let placedAt: Timestamp
    /// A payment came after the hold expired: claim again, for good, if seats are left.
    public let late: Bool
    /// An offer of the waiting list that the order uses.
    public let offerId: String?
    public init(claimId: ClaimID, orderId: OrderID, userId: User.ID, eventId: EventID, items: [TicketLine], expectedTotal: Money? = nil,
                ageConfirmed: Bool, placedAt: Timestamp, late: Bool, offerId: String? = nil) {
        (self.claimId, self.orderId, self.userId) = (claimId, orderId, userId)
        (self.eventId, self.items, self.expectedTotal) = (eventId, items, expectedTotal)
        (self.ageConfirmed, self.placedAt, self.late, self.offerId) = (ageConfirmed, placedAt, late, offerId)
    }
}
