import Kernel

/// What people think of an event, after a change: absolute numbers, so that a reader needs only the last message.
public struct EventCountsChanged: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.event-counts-changed.v1"
    public static let awaitedBy = Awaiting.nobody
    public let eventId: EventID
    public let favorites: Int
    public let ratings: Int
    /// Stars of all ratings added up.
    public let stars: Int
    /// Its organizer has deleted it: only they still see it.
    public let deleted: Bool
    public var subject: String { "events/\(eventId)" }
    public init(eventId: EventID, favorites: Int, ratings: Int, stars: Int, deleted: Bool) {
        (self.eventId, self.favorites, self.ratings, self.stars, self.deleted) = (eventId, favorites, ratings, stars, deleted)
    }
}
