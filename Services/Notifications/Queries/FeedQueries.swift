import Kernel
import Messaging
import ServiceKit

/// Somebody's feed, newest first.
public struct NotificationsOfUser: Query {
    public static let type: MessageType = "notifications.notifications-of-user.v1"
    public let unread: Bool?
    public let category: String?
    public let page: Int?
    public let perPage: Int?

    public func answer(in view: NotificationsView) throws -> Page<NotificationAnswer> {
        let request = try PageRequest(page: page, perPage: perPage)
        let filter = FeedStore.Filter(user: try view.user().userID, unreadOnly: unread ?? false, category: category)
        let items = try view.feed.page(filter, limit: request.perPage, offset: request.offset)
        return Page(items.map(NotificationAnswer.init), request, total: try view.feed.count(filter))
    }
}

/// One item of somebody's feed.
public struct NotificationDetails: Query {
    public static let type: MessageType = "notifications.notification-details.v1"
    public let notificationId: String
    public func answer(in view: NotificationsView) throws -> NotificationAnswer {
        NotificationAnswer(try view.feed.require(notificationId, of: try view.user().userID))
    }
}

/// How many items somebody has not read.
public struct UnreadCount: Query {
    public static let type: MessageType = "notifications.unread-count.v1"
    public struct Count: Encodable, Sendable { let count: Int }
    public func answer(in view: NotificationsView) throws -> Count {
        Count(count: try view.feed.count(FeedStore.Filter(user: try view.user().userID, unreadOnly: true, category: nil)))
    }
}

/// An item as its reader sees it.
public struct NotificationAnswer: Encodable, Sendable {
    let item: Notification
    init(_ item: Notification) { self.item = item }
    private enum Key: String, CodingKey { case id, category, type, title, body, deepLink, data, why, reasons, channels, read, createdAt }
    private struct Channel: Encodable { let channel: ChannelName; let state: String; let at: Timestamp }
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(item.id, forKey: .id)
        try container.encode(item.category, forKey: .category)
        try container.encode(item.type, forKey: .type)
        try container.encode(item.title, forKey: .title)
        try container.encode(item.body, forKey: .body)
        try container.encode(item.deepLink, forKey: .deepLink)
        try container.encode(item.data, forKey: .data)
        try container.encode(item.why, forKey: .why)
        try container.encode(item.reasons, forKey: .reasons)
        try container.encode(item.channels.map { Channel(channel: $0.channel, state: $0.state.rawValue, at: $0.at.wholeSeconds) }, forKey: .channels)
        try container.encode(item.isRead, forKey: .read)
        try container.encode(item.createdAt.wholeSeconds, forKey: .createdAt)
    }
}
