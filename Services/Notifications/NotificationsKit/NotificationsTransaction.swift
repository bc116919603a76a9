import Contracts
import GRDB
import Kernel
import Messaging
import NotificationPolicy
import ServiceKit

/// What a command or reaction of notifications works with.
public struct NotificationsTransaction: ServiceTransaction {
    public let context: MessageContext
    public init(_ context: MessageContext) { self.context = context }
    var feed: FeedStore { FeedStore(database, tenant) }
    var recipients: RecipientStore { RecipientStore(database, tenant) }
    package var conditions: ConditionStore { ConditionStore(database, tenant) }
    var announcements: AnnouncementStore { AnnouncementStore(database, tenant) }
    var outbox: DevelopmentOutboxStore { DevelopmentOutboxStore(database, tenant) }
    var deliveries: DeliveryStore { DeliveryStore(database, tenant) }
    var candidates: CandidateStore { CandidateStore(database, tenant) }
    var history: HistoryStore { HistoryStore(database, tenant) }
    var preferences: PreferenceStore { PreferenceStore(database, tenant) }
    var campaigns: MessageCampaignStore { MessageCampaignStore(database, tenant) }
    var receipts: ReceiptStore { ReceiptStore(database, tenant) }
    var retention: RetentionStore { RetentionStore(database, tenant) }
    var namings: NamingStore { NamingStore(database, tenant) }
    /// When the reported event happened: the message's own time, which is earlier than `now` if the message is late.
    package var happenedAt: Timestamp { min(context.envelope.time, now) }
    /// Read once per definition.
    package func policy() throws -> NotificationPolicy { NotificationPolicy.inForce(definition, sources) }
    var sources: NotificationSources { NotificationSources.of(context.extensions) }
}

/// What a query of notifications works with.
public struct NotificationsView: ServiceView {
    public let context: QueryContext
    public init(_ context: QueryContext) { self.context = context }
    var feed: FeedStore { FeedStore(database, tenant) }
    var recipients: RecipientStore { RecipientStore(database, tenant) }
    var outbox: DevelopmentOutboxStore { DevelopmentOutboxStore(database, tenant) }
    var candidates: CandidateStore { CandidateStore(database, tenant) }
    var history: HistoryStore { HistoryStore(database, tenant) }
    var preferences: PreferenceStore { PreferenceStore(database, tenant) }
    var campaigns: MessageCampaignStore { MessageCampaignStore(database, tenant) }
    var receipts: ReceiptStore { ReceiptStore(database, tenant) }
    var policy: NotificationPolicy { NotificationPolicy.inForce(definition, NotificationSources.of(context.extensions)) }
    func require(permission: String) throws {
        guard definition.permissions(of: try user().roles).contains(permission) else { throw Rejection.forbidden(without: permission) }
    }
}

extension NotificationSources {
    /// Those the contents of the running service bring.
    static func of(_ extensions: any Sendable) -> NotificationSources { extensions as? NotificationSources ?? Notifications.installed }
}

extension NotificationPolicy {
    static let permission = "notifications:manage"
    /// A definition's policy, read once.
    static func inForce(_ definition: TenantDefinition, _ sources: NotificationSources) -> NotificationPolicy {
        definition.settings(of: Notifications.name.rawValue) { definition in
            var policy = read(definition.policySettings, zone: definition.timezone, languages: definition.languages,
                              vocabulary: sources.vocabulary).policy
            policy.neighborhoods = (try? definition.shared(Neighborhoods.self, in: Notifications.name))?.ids.map(Set.init)
            return policy
        }
    }
}

extension TenantDefinition {
    /// `settings.notifications` with the reminder times of their owner, scheduling. Definitions of earlier releases have a copy.
    package var policySettings: JSONValue {
        var settings = settings[Notifications.name.rawValue]?.object ?? [:]
        guard var reminders = settings["reminders"]?.object, reminders["allowed"] == nil,
              let times = try? shared(ReminderTimes.self, in: Notifications.name) else { return .object(settings) }
        reminders["allowed"] = .array(times.choices(in: self).map { .string($0) })
        settings["reminders"] = .object(reminders)
        return .object(settings)
    }
}

/// JSON as a column of text.
enum JSONColumn {
    static func text(_ value: some Encodable) throws -> String { String(decoding: try JSON.encode(value), as: UTF8.self) }
    /// The same text, without `Codable`: for what is written with every message.
    static func text(_ value: JSONValue) -> String {
        var writer = JSONWriter()
        writer.value(value)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
    static func text(_ members: [String: JSONValue]) -> String { text(JSONValue.object(members)) }
    static func list(_ texts: [String]) -> String { texts.isEmpty ? "[]" : text(JSONValue.array(texts.map { .string($0) })) }
    /// What `list` wrote.
    static func texts(_ list: String) throws -> [String] {
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
    static func value<T: Decodable>(_ text: String, as type: T.Type = T.self) throws -> T {
        try JSON.decode(T.self, from: Array(text.utf8))
    }
}
