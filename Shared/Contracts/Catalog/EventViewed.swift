import Kernel

/// Somebody looked at an event, and it counts: a guest's look always, a signed-in person's once in 30 minutes. The organizer's own
/// looks do not.
public struct EventViewed: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.event-viewed.v1"
    public static let awaitedBy = Awaiting.nobody
    public let eventId: EventID
    /// Nil: a guest, or somebody who wants no personal suggestions.
    public let userId: User.ID?
    public let organizerId: User.ID
    /// It is the first look of this person at this event. Absent in messages of older releases, which announced nothing else.
    public let first: Bool?
    /// When it was; an app may report it later. Absent in messages of older releases.
    public let at: Timestamp?
    public var subject: String { "events/\(eventId)" }
    public init(eventId: EventID, userId: User.ID?, organizerId: User.ID, first: Bool, at: Timestamp) {
        (self.eventId, self.userId, self.organizerId, self.first, self.at) = (eventId, userId, organizerId, first, at)
    }
}
