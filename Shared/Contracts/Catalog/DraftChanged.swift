import Kernel

/// An organizer's draft was made, changed, deleted or restored. Once it is published, `EventPublished` follows.
public struct DraftChanged: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.draft-changed.v1"
    public static let awaitedBy = Awaiting.nobody
    public struct TicketType: Codable, Sendable, Equatable {
        public let id: TicketTypeID
        public let name: String
        public let quantity: Int
        public init(id: TicketTypeID, name: String, quantity: Int) { (self.id, self.name, self.quantity) = (id, name, quantity) }
    }
    public let eventId: EventID
    public let organizerId: User.ID
    /// Nil until the organizer has chosen one.
    public let title: String?
    public let ticketTypes: [TicketType]
    public let deleted: Bool
    /// Nil until the organizer has chosen them.
    public let startDate: Timestamp?
    public let endDate: Timestamp?
    public var subject: String { "events/\(eventId)" }
    public init(eventId: EventID, organizerId: User.ID, title: String?, ticketTypes: [TicketType], deleted: Bool,
                startDate: Timestamp? = nil, endDate: Timestamp? = nil) {
        (self.eventId, self.organizerId, self.title, self.ticketTypes, self.deleted) = (eventId, organizerId, title, ticketTypes, deleted)
        (self.startDate, self.endDate) = (startDate, endDate)
    }
}
