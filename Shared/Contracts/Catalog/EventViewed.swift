import Kernel

/// A signed-in user viewed an event for the first time.
public struct EventViewed: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.event-viewed.v1"
    public static let mayLinger = true
    public let eventId: EventID
    public let userId: User.ID
    public let organizerId: User.ID
    public var subject: String { "events/\(eventId)" }
    public init(eventId: EventID, userId: User.ID, organizerId: User.ID) {
        (self.eventId, self.userId, self.organizerId) = (eventId, userId, organizerId)
    }
}
