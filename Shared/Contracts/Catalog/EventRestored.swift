import Kernel

/// A deleted event is back, and on sale again if its start is still to come.
public struct EventRestored: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.event-restored.v1"
    public let eventId: EventID
    public let event: TicketEvent
    public var subject: String { "events/\(eventId)" }
    public init(eventId: EventID, event: TicketEvent) {
        (self.eventId, self.event) = (eventId, event)
    }
}
