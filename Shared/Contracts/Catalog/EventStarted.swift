import Kernel

/// The clock reached the start: sales are closed.
public struct EventStarted: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.event-started.v1"
    public let eventId: EventID
    public let event: TicketEvent
    public var subject: String { "events/\(eventId)" }
    public init(eventId: EventID, event: TicketEvent) {
        (self.eventId, self.event) = (eventId, event)
    }
}
