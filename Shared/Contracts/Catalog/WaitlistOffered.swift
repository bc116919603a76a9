import Kernel

/// Freed tickets are kept for the first in line, until a time.
public struct WaitlistOffered: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.waitlist-offered.v1"
    public let eventId: EventID
    public let title: String
    public let ticketTypeId: TicketTypeID
    public let userId: User.ID
    public let entryId: String
    /// An order with it (`waitlistOfferId`) gets the held tickets.
    public let offerId: String
    public let quantity: Int
    public let expiresAt: Timestamp
    public var subject: String { "events/\(eventId)" }
    public init(eventId: EventID, title: String, ticketTypeId: TicketTypeID, userId: User.ID, entryId: String, offerId: String,
                quantity: Int, expiresAt: Timestamp) {
        (self.eventId, self.title, self.ticketTypeId, self.userId) = (eventId, title, ticketTypeId, userId)
        (self.entryId, self.offerId, self.quantity, self.expiresAt) = (entryId, offerId, quantity, expiresAt)
    }
}
