import Contracts
import GRDB
import Kernel
import Messaging
import NotificationPolicy
import ServiceKit

extension ServiceName {
    /// This service, as topics and tenant files name it.
    package static let notifications: ServiceName = "notifications"
}

/// What handlers and queries of notifications both work with. Each subject adds its stores in a file of its own.
package protocol NotificationsScope: ServiceScope {}

extension NotificationsScope {
    package var feed: FeedStore { FeedStore(database, tenant) }
    package var recipients: RecipientStore { RecipientStore(database, tenant) }
    package var preferences: PreferenceStore { PreferenceStore(database, tenant) }
}

/// What a command or reaction of notifications works with.
public struct NotificationsTransaction: ServiceTransaction, NotificationsScope {
    public let context: MessageContext
    public init(_ context: MessageContext) { self.context = context }
    package var conditions: ConditionStore { ConditionStore(database, tenant) }
    /// When the reported event happened: the message's own time, which is earlier than `now` if the message is late.
    package var happenedAt: Timestamp { min(context.envelope.time, now) }
    /// Read once per definition.
    package func policy() throws -> NotificationPolicy { NotificationPolicy.inForce(definition, sources) }
    package var sources: NotificationSources { NotificationParts.of(context.extensions).sources }
    /// Channels of the tenant, in their order.
    package var channels: [any Channel] {
        NotificationParts.of(context.extensions).channels.filter { definition.has(plugin: $0.plugin, of: .notifications) }
    }
}

/// What a query of notifications works with.
public struct NotificationsView: ServiceView, NotificationsScope {
    public let context: QueryContext
    public init(_ context: QueryContext) { self.context = context }
    package var policy: NotificationPolicy { NotificationPolicy.inForce(definition, NotificationParts.of(context.extensions).sources) }
}

/// What `NotificationsService` brings for its handlers (`context.extensions`).
package struct NotificationParts: Sendable {
    package let sources: NotificationSources
    package let channels: [any Channel]
    package init(sources: NotificationSources, channels: [any Channel]) { (self.sources, self.channels) = (sources, channels) }

    private static let none = NotificationParts(sources: NotificationSources([]), channels: [])
    package static func of(_ extensions: any Sendable) -> NotificationParts { extensions as? NotificationParts ?? none }
}

extension NotificationPolicy {
    package static let permission = "notifications:manage"
    /// A definition's policy, read once.
    static func inForce(_ definition: TenantDefinition, _ sources: NotificationSources) -> NotificationPolicy {
        definition.settings(of: ServiceName.notifications.rawValue) { definition in
            var policy = read(definition.policySettings, zone: definition.timezone, languages: definition.languages,
                              vocabulary: sources.vocabulary).policy
            policy.neighborhoods = (try? definition.shared(Neighborhoods.self, in: .notifications))?.ids.map(Set.init)
            return policy
        }
    }
}

extension TenantDefinition {
    /// `settings.notifications` with the reminder times of their owner, scheduling. Definitions of earlier releases have a copy.
    package var policySettings: JSONValue {
        var settings = settings[ServiceName.notifications.rawValue]?.object ?? [:]
        guard var reminders = settings["reminders"]?.object, reminders["allowed"] == nil,
              let times = try? shared(ReminderTimes.self, in: .notifications) else { return .object(settings) }
        reminders["allowed"] = .array(times.choices(in: self).map { .string($0) })
        settings["reminders"] = .object(reminders)
        return .object(settings)
    }
}

/// JSON as a column of text.
package enum JSONColumn {
    package static func text(_ value: some Encodable) throws -> String { String(decoding: try JSON.encode(value), as: UTF8.self) }
    /// The same text, without `Codable`: for what is written with every message.
    package static func text(_ value: JSONValue) -> String {
        var writer = JSONWriter()
        writer.value(value)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
    package static func text(_ members: [String: JSONValue]) -> String { text(JSONValue.object(members)) }
    package static func list(_ texts: [String]) -> String { texts.isEmpty ? "[]" : text(JSONValue.array(texts.map { .string($0) })) }
    /// What `list` wrote.
    package static func texts(_ list: String) throws -> [String] {
        // No escapes, as in lists of names: what stands between the quotes is what was written.
        guard list.hasPrefix("[\""), list.hasSuffix("\"]"), !list.utf8.contains(92) else { return list == "[]" ? [] : try value(list) }
        var found: [String] = []
        var start = list.utf8.index(list.startIndex, offsetBy: 2)
        while start < list.endIndex, let end = list.utf8[start...].firstIndex(of: 34) {
            found.append(String(list[start..<end]))
            start = list.utf8.index(end, offsetBy: 3, limitedBy: list.endIndex) ?? list.endIndex
        }
        return found
    }
    package static func value<T: Decodable>(_ text: String, as type: T.Type = T.self) throws -> T {
        try JSON.decode(T.self, from: Array(text.utf8))
    }
}
