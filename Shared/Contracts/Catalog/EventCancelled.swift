import Kernel

/// An event will not happen: its orders are refunded.
public struct EventCancelled: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.event-cancelled.v1"
    public let eventId: EventID
    public let event: TicketEvent
    public let reason: String
    public let deleted: Bool
    public let attendeeCount: Int
    public var subject: String { "events/\(eventId)" }
    public init(eventId: EventID, event: TicketEvent, reason: String, deleted: Bool, attendeeCount: Int) {
        (self.eventId, self.event, self.reason, self.deleted, self.attendeeCount) = (eventId, event, reason, deleted, attendeeCount)
    }
}
