import Contracts
import GRDB
import Kernel
import Messaging
import ServiceKit

/// What a command or reaction of notifications works with.
public struct NotificationsTransaction: ServiceTransaction {
    public let context: MessageContext
    public init(_ context: MessageContext) { self.context = context }
    var feed: FeedStore { FeedStore(database, tenant) }
    var recipients: RecipientStore { RecipientStore(database, tenant) }
    var projections: ProjectionStore { ProjectionStore(database, tenant) }
    var announcements: AnnouncementStore { AnnouncementStore(database, tenant) }
    var outbox: DevelopmentOutboxStore { DevelopmentOutboxStore(database, tenant) }
    var deliveries: DeliveryStore { DeliveryStore(database, tenant) }
    var candidates: CandidateStore { CandidateStore(database, tenant) }
    var history: HistoryStore { HistoryStore(database, tenant) }
    var preferences: PreferenceStore { PreferenceStore(database, tenant) }
    var campaigns: CampaignStore { CampaignStore(database, tenant) }
    var visits: VisitStore { VisitStore(database, tenant) }
    var receipts: ReceiptStore { ReceiptStore(database, tenant) }
    var retention: RetentionStore { RetentionStore(database, tenant) }
    var friends: FriendStore { FriendStore(database, tenant) }
    /// Read once per definition.
    func policy() throws -> NotificationPolicy { NotificationPolicy.inForce(definition) }
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
    var campaigns: CampaignStore { CampaignStore(database, tenant) }
    var receipts: ReceiptStore { ReceiptStore(database, tenant) }
    var policy: NotificationPolicy { NotificationPolicy.inForce(definition) }
    func require(permission: String) throws {
        guard definition.permissions(of: try user().roles).contains(permission) else { throw Rejection.forbidden }
    }
}

extension NotificationPolicy {
    static let permission = "notifications:manage"
    /// A definition's policy, read once.
    static func inForce(_ definition: TenantDefinition) -> NotificationPolicy {
        definition.settings(of: Notifications.name.rawValue) { definition in
            read(definition.settings[Notifications.name.rawValue] ?? .object([:]), zone: definition.timezone, languages: definition.languages).policy
        }
    }
}

/// JSON as a column of text.
enum JSONColumn {
    static func text(_ value: some Encodable) throws -> String { String(decoding: try JSON.encode(value), as: UTF8.self) }
    static func value<T: Decodable>(_ text: String, as type: T.Type = T.self) throws -> T { try JSON.decode(T.self, from: Array(text.utf8)) }
}
