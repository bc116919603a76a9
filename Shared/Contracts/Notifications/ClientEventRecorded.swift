import Kernel

/// Something happened in somebody's app, as the app reported it. Nobody decides about orders or money by it.
public struct ClientEventRecorded: DomainEvent, Equatable {
    public static let type: MessageType = "notifications.client-event.v1"
    public static let awaitedBy = Awaiting.nobody
    public let eventId: String
    public let name: String
    public let at: Timestamp
    /// Texts, numbers and yes or no; nothing that looks like personal data.
    public let params: [String: JSONValue]
    public var subject: String { "client-events/\(name)" }
    public init(eventId: String, name: String, at: Timestamp, params: [String: JSONValue]) {
        (self.eventId, self.name, self.at, self.params) = (eventId, name, at, params)
    }
}
