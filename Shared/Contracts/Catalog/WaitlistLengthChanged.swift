import Kernel

/// How many entries of an event's waiting lists wait or have an offer, after a change.
public struct WaitlistLengthChanged: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.waitlist-length-changed.v1"
    public static let awaitedBy = Awaiting.nobody
    public let eventId: EventID
    public let length: Int
    public var subject: String { "events/\(eventId)" }
    public init(eventId: EventID, length: Int) { (self.eventId, self.length) = (eventId, length) }
}
