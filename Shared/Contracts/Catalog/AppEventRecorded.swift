import Kernel

/// A user's action as the app reported it, for analytics.
public struct AppEventRecorded: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.app-event-recorded.v1"
    public static let awaitedBy = Awaiting.nobody
    public let eventId: String
    public let name: String
    public let at: Timestamp
    public let userId: User.ID?
    public let anonymousId: String?
    public let properties: [String: JSONValue]
    public var subject: String { "app-events/\(name)" }
    public init(eventId: String, name: String, at: Timestamp, userId: User.ID?, anonymousId: String?, properties: [String: JSONValue]) {
        (self.eventId, self.name, self.at, self.userId, self.anonymousId, self.properties) =
            (eventId, name, at, userId, anonymousId, properties)
    }
}
