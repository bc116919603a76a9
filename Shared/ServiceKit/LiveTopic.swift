import Contracts
import Kernel
import Messaging

/// A topic that clients subscribe to on `GET /ws` and `GET /stream`, who may subscribe, and the events that feed it.
/// The gateway knows no topic by name; this declaration decides what it shows to whom.
///
///     LiveTopic("orders/{orderId}", access: .user, admission: .asks(OrderDetails.self),
///               feeds: [Feed(OrderCompleted.self, as: "order.completed")])
///     LiveTopic("orders/mine", access: .user, feeds: [Feed(OrderCompleted.self, as: "order.completed", for: ["userId"])])
///
/// Several services may feed one topic: each declares its part under the same name.
public struct LiveTopic: Codable, Sendable, Equatable {
    /// Who may subscribe to one object, in addition to `access`.
    public enum Admission: Codable, Sendable, Equatable {
        /// No further check. Each feed may still name its readers.
        case open
        /// Everybody for whom this query succeeds. The gateway runs it with the topic's parameter when a user subscribes and
        /// answers with its rejection. With a snapshot name, the query's answer is the topic's first frame.
        case asks(MessageType, snapshot: String?)
        /// As `asks`, for a query that answers a list: each entry of its `data` is a first frame of this type.
        case lists(MessageType, each: String)
        /// Another service owns the topic and decides; tenants without that service don't have the topic.
        case byOwner
    }

    /// At most one parameter, in braces: `things/{thingId}`. It identifies the object, in the query of `admission` and in
    /// the events.
    public var name: String
    public var access: Route.Access
    /// Only for tenants that use this plugin of the service; nil: for every tenant.
    public var plugin: String?
    public var admission: Admission
    public var feeds: [Feed]

    public init(_ name: String, access: Route.Access, plugin: String? = nil, admission: Admission = .open, feeds: [Feed]) {
        (self.name, self.access, self.plugin, self.admission, self.feeds) = (name, access, plugin, admission, feeds)
    }

    /// The name between the braces; nil: a topic such as `orders/mine`, which differs per user.
    public var parameter: String? {
        guard let open = name.firstIndex(of: "{"), let close = name.lastIndex(of: "}"), open < close else { return nil }
        return String(name[name.index(after: open)..<close])
    }
}

extension LiveTopic.Admission {
    public static func asks<Q: Query>(_ query: Q.Type, snapshot: String? = nil) -> LiveTopic.Admission { .asks(Q.type, snapshot: snapshot) }
    public static func lists<Q: Query>(_ query: Q.Type, each type: String) -> LiveTopic.Admission { .lists(Q.type, each: type) }

    /// The query that the gateway runs. Nil: none.
    package var query: MessageType? {
        switch self {
        case .asks(let query, _), .lists(let query, _): query
        case .open, .byOwner: nil
        }
    }
    /// What a subscriber sees first of the query's answer: the type of each frame and its data.
    package func firstFrames(of answer: [UInt8]) -> [(type: String, data: [UInt8])] {
        switch self {
        case .asks(_, let snapshot): return snapshot.map { [($0, answer)] } ?? []
        case .lists(_, let type):
            let entries = (try? JSON.decode(JSONValue.self, from: answer))?["data"]?.array ?? []
            return entries.compactMap { entry in (try? JSON.encode(entry)).map { (type, $0) } }
        case .open, .byOwner: return []
        }
    }
}

/// An event of the service as subscribers see it.
public struct Feed: Codable, Sendable, Equatable {
    public var event: MessageType
    /// `type` of the frame: `order.completed`.
    public var type: String
    /// Fields of the event that name the users who see it, with dots for what lies deeper and through lists
    /// (`thing.ownerId`, `parts.holderId`). Empty: all subscribers.
    public var readers: [String]
    /// Fields of the event to show; empty: all. `listing.id as eventId` shows a deeper one under another name.
    public var shows: [String]
    /// Fields to add: services know the status from the event's name, clients need `{"status": "ongoing"}`.
    public var with: [String: JSONValue]
    /// The field with the topic's parameter, if its name differs.
    public var about: String?
    /// Fields of the event that name users who are unsubscribed after it is delivered: a person who lost the job.
    public var unsubscribes: [String]

    /// Fields of the event that name users who do not see it, though others do: parties from whom a place is kept.
    public var hiddenFrom: [String]?
    /// Field of the event → the name that watchers of this app see; absent: its own.
    public var names: [String: String]?
    /// Field of the event → its text → the text that watchers of this app see; absent: as it is.
    public var words: [String: [String: String]]?
    /// Fields of the event with times that are shown in whole seconds, as answers show them.
    public var times: [String]?
    /// Shown names that are null where the event says nothing, as in answers; others are left out.
    public var nullable: [String]?

    enum CodingKeys: String, CodingKey {
        // Manifests of running services have this name.
        case event, type, readers, shows, with, about, unsubscribes = "puttingOut", hiddenFrom, names, words, times, nullable
    }

    public init<E: DomainEvent>(_ event: E.Type, as type: String, for readers: [String] = [], shows: [String] = [],
                                    with: [String: JSONValue] = [:], about: String? = nil, unsubscribes: [String] = []) {
        self.init(event: E.type, as: type, for: readers, shows: shows, with: with, about: about, unsubscribes: unsubscribes)
    }
    public init(event: MessageType, as type: String, for readers: [String] = [], shows: [String] = [], with: [String: JSONValue] = [:],
                about: String? = nil, unsubscribes: [String] = []) {
        self.with = with
        (self.event, self.type, self.readers, self.shows, self.about, self.unsubscribes) =
            (event, type, readers, shows, about, unsubscribes)
    }
}

extension Feed {
    /// The same, kept from the users that these fields of the event name.
    public func hidden(from fields: [String]) -> Feed {
        var feed = self
        feed.hiddenFrom = fields
        return feed
    }

    /// The same, with the times of these fields in whole seconds. The event itself keeps them exact for other services.
    public func wholeSeconds(of fields: String...) -> Feed {
        var feed = self
        feed.times = fields
        return feed
    }

    /// The same, with these shown names in every frame: null where the event says nothing.
    public func null(for names: String...) -> Feed {
        var feed = self
        feed.nullable = names
        return feed
    }

    /// What of an event's members is shown.
    package func shown(of members: [String: JSONValue]) -> [String: JSONValue] {
        var members = members
        for field in times ?? [] {
            guard let time = members[field]?.string.flatMap({ Timestamp($0) }) else { continue }
            members[field] = .string(time.wholeSeconds.description)
        }
        guard !shows.isEmpty else { return members }
        let nulls = Dictionary((nullable ?? []).map { ($0, JSONValue.null) }) { first, _ in first }
        return shows.reduce(into: nulls) { shown, field in
            guard let alias = field.firstRange(of: " as ") else { return shown[field] = members[field] ?? shown[field] }
            let path = field[..<alias.lowerBound].split(separator: ".").map(String.init)
            let name = String(field[alias.upperBound...])
            shown[name] = path.reduce(JSONValue.object(members)) { $0?[$1] } ?? shown[name]
        }
    }
}
