import Kernel

/// Seeding: somebody waits for tickets of a sold-out type.
public struct ImportWaitlistEntry: Message, Equatable {
    public static let type: MessageType = "catalog.import-waitlist-entry.v1"
    public let entryId: String
    public let eventId: EventID
    public let ticketTypeId: TicketTypeID
    public let userId: User.ID
    public let quantity: Int
    public init(entryId: String, eventId: EventID, ticketTypeId: TicketTypeID, userId: User.ID, quantity: Int) {
        (self.entryId, self.eventId, self.ticketTypeId, self.userId, self.quantity) = (entryId, eventId, ticketTypeId, userId, quantity)
    }
}
