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
    func policy() throws -> NotificationPolicy { try settings(as: NotificationPolicy.self) }
}

/// What a query of notifications works with.
public struct NotificationsView: ServiceView {
    public let context: QueryContext
    public init(_ context: QueryContext) { self.context = context }
    var feed: FeedStore { FeedStore(database, tenant) }
    var outbox: DevelopmentOutboxStore { DevelopmentOutboxStore(database, tenant) }
}

/// JSON as a column of text.
enum JSONColumn {
    static func text(_ value: some Encodable) throws -> String { String(decoding: try JSON.encode(value), as: UTF8.self) }
    static func value<T: Decodable>(_ text: String, as type: T.Type = T.self) throws -> T { try JSON.decode(T.self, from: Array(text.utf8)) }
}
