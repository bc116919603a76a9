import Kernel

/// The last ticket of a type is claimed.
public struct TicketTypeSoldOut: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.ticket-type-sold-out.v1"
    public let eventId: EventID
    public let ticketTypeId: TicketTypeID
    public let organizerId: User.ID
    public var subject: String { "events/\(eventId)" }
    public init(eventId: EventID, ticketTypeId: TicketTypeID, organizerId: User.ID) {
        (self.eventId, self.ticketTypeId, self.organizerId) = (eventId, ticketTypeId, organizerId)
    }
}
