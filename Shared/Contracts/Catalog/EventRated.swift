import Kernel

/// Somebody who has a ticket rated an event, or changed the rating.
public struct EventRated: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.event-rated.v1"
    public static let awaitedBy = Awaiting.nobody
    public let eventId: EventID
    public let userId: User.ID
    public let organizerId: User.ID
    public let stars: Int
    public var subject: String { "events/\(eventId)" }
    public init(eventId: EventID, userId: User.ID, organizerId: User.ID, stars: Int) {
        (self.eventId, self.userId, self.organizerId, self.stars) = (eventId, userId, organizerId, stars)
    }
}
