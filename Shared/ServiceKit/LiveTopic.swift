import Contracts
import Kernel
import Messaging

/// What clients may watch as it happens, on `GET /ws` and `GET /stream`: a topic, who may watch it, and which events of the service feed it.
/// The gateway knows no topic by name; what it shows and to whom is said here.
///
///     LiveTopic("orders/{orderId}", access: .user, admission: .asks(OrderDetails.self), feeds: [Feed(OrderCompleted.self, as: "order.completed")])
///     LiveTopic("orders/mine", access: .user, feeds: [Feed(OrderCompleted.self, as: "order.completed", for: ["userId"])])
///
/// Several services may feed one topic: each declares its part under the same name.
public struct LiveTopic: Codable, Sendable, Equatable {
    /// Who may watch one object, beyond what `access` says.
    public enum Admission: Codable, Sendable, Equatable {
        /// Nobody else is kept out. Each feed may still name its readers.
        case open
        /// Whom this query of the service answers with success: it is asked with the topic's parameter and the user when somebody subscribes, and a
        /// refusal is the answer. With a snapshot name, its answer is the first frame of the topic.
        case asks(MessageType, snapshot: String?)
        /// Another service owns the topic and decides; for a tenant without that service there is no such topic.
        case byOwner
    }

    /// One parameter at most, in braces: `listings/{eventId}`. Names what the topic is about, in the query of `admission` and in the events.
    public var name: String
    public var access: Route.Access
    /// Only for tenants that use this plugin of the service; nil: for every tenant.
    public var plugin: String?
    public var admission: Admission
    public var feeds: [Feed]

    public init(_ name: String, access: Route.Access, plugin: String? = nil, admission: Admission = .open, feeds: [Feed]) {
        (self.name, self.access, self.plugin, self.admission, self.feeds) = (name, access, plugin, admission, feeds)
    }

    /// The name between the braces; nil: a topic like `orders/mine`, which is another one for every user.
    public var parameter: String? {
        guard let open = name.firstIndex(of: "{"), let close = name.lastIndex(of: "}"), open < close else { return nil }
        return String(name[name.index(after: open)..<close])
    }
}

extension LiveTopic.Admission {
    public static func asks<Q: Query>(_ query: Q.Type, snapshot: String? = nil) -> LiveTopic.Admission { .asks(Q.type, snapshot: snapshot) }
}

/// An event of the service as watchers see it.
public struct Feed: Codable, Sendable, Equatable {
    public var event: MessageType
    /// `type` of the frame: `order.completed`.
    public var type: String
    /// Fields of the event that name the users who see it, with dots for what lies deeper and through lists (`event.organizerId`, `tickets.holderId`).
    /// Empty: everybody who was let into the topic.
    public var readers: [String]
    /// Fields of the event that are shown; empty: all of them.
    public var shows: [String]
    /// What is said besides: what the event is called says it to services, `{"status": "ongoing"}` to clients.
    public var with: [String: JSONValue]
    /// The field with the topic's parameter, when it is not called so.
    public var about: String?
    /// Fields of the event that name users who are put out of the topic by it, after they have seen it: a courier who lost the job.
    public var puttingOut: [String]

    public init<E: DomainEvent>(_ event: E.Type, as type: String, for readers: [String] = [], shows: [String] = [], with: [String: JSONValue] = [:],
                                    about: String? = nil, puttingOut: [String] = []) {
        self.init(event: E.type, as: type, for: readers, shows: shows, with: with, about: about, puttingOut: puttingOut)
    }
    public init(event: MessageType, as type: String, for readers: [String] = [], shows: [String] = [], with: [String: JSONValue] = [:],
                about: String? = nil, puttingOut: [String] = []) {
        self.with = with
        (self.event, self.type, self.readers, self.shows, self.about, self.puttingOut) = (event, type, readers, shows, about, puttingOut)
    }
}
