import Kernel

/// The clock reached the end.
public struct EventEnded: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.event-ended.v1"
    public let eventId: EventID
    public let event: TicketEvent
    public var subject: String { "events/\(eventId)" }
    public init(eventId: EventID, event: TicketEvent) {
        (self.eventId, self.event) = (eventId, event)
    }
}
