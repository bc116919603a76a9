import Kernel

/// Somebody marked an event as favorite, or took the mark away.
public struct EventFavorited: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.event-favorited.v1"
    public static let awaitedBy = Awaiting.nobody
    public let eventId: EventID
    public let userId: User.ID
    public let favorite: Bool
    /// How many people like the event now. Messages of earlier releases lack it; `EventCountsChanged` follows them.
    public let favorites: Int?
    public var subject: String { "events/\(eventId)" }
    public init(eventId: EventID, userId: User.ID, favorite: Bool, favorites: Int? = nil) {
        (self.eventId, self.userId, self.favorite, self.favorites) = (eventId, userId, favorite, favorites)
    }
}
