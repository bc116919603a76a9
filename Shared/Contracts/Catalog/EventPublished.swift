import Kernel

/// An event is on sale from now on.
public struct EventPublished: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.event-published.v1"
    public let eventId: EventID
    public let event: TicketEvent
    /// Imported, not just published by a person: nobody is notified.
    public let imported: Bool?
    public var subject: String { "events/\(eventId)" }
    public init(eventId: EventID, event: TicketEvent, imported: Bool? = nil) {
        (self.eventId, self.event, self.imported) = (eventId, event, imported)
    }
}
