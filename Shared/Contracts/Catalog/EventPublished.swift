import Kernel

/// An event is on sale from now on.
public struct EventPublished: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.event-published.v1"
    public let eventId: EventID
    public let event: TicketEvent
    public var subject: String { "events/\(eventId)" }
    public init(eventId: EventID, event: TicketEvent) {
        (self.eventId, self.event) = (eventId, event)
    }
}
