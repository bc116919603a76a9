import Kernel

/// Somebody marked an event as favorite, or took the mark away.
public struct EventFavorited: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.event-favorited.v1"
    public let eventId: EventID
    public let userId: User.ID
    public let favorite: Bool
    /// With the mark: what reminders need to know.
    public let event: TicketEvent?
    public var subject: String { "events/\(eventId)" }
    public init(eventId: EventID, userId: User.ID, favorite: Bool, event: TicketEvent? = nil) {
        (self.eventId, self.userId, self.favorite, self.event) = (eventId, userId, favorite, event)
    }
}
