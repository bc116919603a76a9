import Kernel

/// Tickets are held, or sold at once because they cost nothing: the answer of listings of the kind `event` to `PlaceClaim`.
public struct TicketsClaimed: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.tickets-claimed.v1"
    public static let awaitedBy = Awaiting.only(["orders"])
    public let claimId: ClaimID
    public let orderId: OrderID
    public let userId: User.ID
    public let eventId: EventID
    public let items: [ClaimedLine]
    public let total: Money
    public let expiresAt: Timestamp
    public let event: TicketEvent
    /// What staff must check at the entrance: `check-id-18`.
    public let attention: String?
    /// True: the tickets are sold; nobody needs to confirm them, and `expiresAt` is the end of time. Otherwise nil.
    public let sold: Bool?
    public var subject: String { "claims/\(claimId)" }
    public init(claimId: ClaimID, orderId: OrderID, userId: User.ID, eventId: EventID, items: [ClaimedLine], total: Money,
                expiresAt: Timestamp, event: TicketEvent, attention: String? = nil, sold: Bool? = nil) {
        (self.claimId, self.orderId, self.userId, self.eventId, self.items, self.total) = (claimId, orderId, userId, eventId, items, total)
        (self.expiresAt, self.event, self.attention, self.sold) = (expiresAt, event, attention, sold)
    }
}
