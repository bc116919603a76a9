import Contracts
import Kernel
import Messaging
import NotificationPolicy
import NotificationsKit
import ServiceKit

/// Somebody's feed, newest first.
public struct NotificationsOfUser: Query {
    public static let type: MessageType = "notifications.notifications-of-user.v1"
    public let unread: Bool?
    public let category: String?
    /// `item` or `banner`; nil: both.
    public let presentation: String?
    public let page: Int?
    public let perPage: Int?

    public func answer(in view: NotificationsView) throws -> Page<NotificationAnswer> {
        let request = try PageRequest(page: page, perPage: perPage)
        if let category, view.policy.categories[category] == nil { throw Rejection.invalid(["category": ["is not a category"]]) }
        let filter = FeedStore.Filter(user: try view.user().userID, unreadOnly: unread ?? false, category: category,
                                      banners: presentation.map { $0 == "banner" })
        let items = try view.feed.page(filter, limit: request.perPage, offset: request.offset)
        return Page(items.map { NotificationAnswer($0, view.definition.json) }, request, total: try view.feed.count(filter))
    }
}

/// One item of somebody's feed.
public struct NotificationDetails: Query {
    public static let type: MessageType = "notifications.notification-details.v1"
    public let notificationId: String
    public func answer(in view: NotificationsView) throws -> NotificationAnswer {
        NotificationAnswer(try view.feed.require(notificationId, of: try view.user().userID), view.definition.json)
    }
}

/// Every evaluation of one item, oldest first.
public struct DecisionsOfNotification: Query {
    public static let type: MessageType = "notifications.decisions-of-notification.v1"
    public let notificationId: String
    public let page: Int?
    public let perPage: Int?
    public struct Line: Encodable, Sendable {
        package let at: Timestamp
        package let decision: String
        package let until: Timestamp?
        package let into: String?
        package let reasons: [String]
        package let why: String
    }
    public func answer(in view: NotificationsView) throws -> Page<Line> {
        let request = try PageRequest(page: page, perPage: perPage)
        let user = try view.user().userID
        let evaluations = try view.candidates.evaluations(of: notificationId)
        // What was replaced while it waited has left the feed; what was decided about it stays its recipient's to read.
        if evaluations.first?.recipientId != user.rawValue { _ = try view.feed.require(notificationId, of: user, hidden: true) }
        let shown = try view.preferenceView()
        let zone = try TimeZoneRules.named(shown.preferences.timezone ?? shown.zone)
        let why = Why(language: TextLanguage(tag: shown.preferences.locale ?? shown.locale), zone: zone, policy: view.policy,
                      openAlerts: try view.preferences.openAlerts())
        let lines = evaluations.dropFirst(request.offset).prefix(request.perPage).map {
            Line(at: $0.at.wholeSeconds, decision: $0.decision.name, until: $0.decision.until?.wholeSecondsUp, into: $0.decision.into,
                 reasons: $0.decision.reasons, why: why.line($0.decision, at: $0.at))
        }
        return Page(Array(lines), request, total: evaluations.count)
    }
}

/// How many items somebody has not read; banners are no news.
public struct UnreadCount: Query {
    public static let type: MessageType = "notifications.unread-count.v1"
    public struct Count: Encodable, Sendable { let count: Int }
    public func answer(in view: NotificationsView) throws -> Count {
        Count(count: try view.feed.count(FeedStore.Filter(user: try view.user().userID, unreadOnly: true, category: nil, banners: false)))
    }
}

/// An item as its reader sees it.
public struct NotificationAnswer: Encodable, Sendable {
    package let item: Notification
    private let style: TenantDefinition.KeyStyle
    init(_ item: Notification, _ style: TenantDefinition.KeyStyle) { (self.item, self.style) = (item, style) }
    private enum Key: String, CodingKey {
        case id, category, type, title, body, deepLink, data, why, reasons, channels, presentation, scheduledFor, read, createdAt
    }
    private struct Channel: Encodable { let channel: String; let state: String; let at: Timestamp }
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
        try container.encode(
            item.channels.map { Channel(channel: $0.channel.named(style), state: $0.state.rawValue, at: $0.at.wholeSeconds) },
            forKey: .channels)
        try container.encode(item.isBanner ? "banner" : "item", forKey: .presentation)
        try container.encodeIfPresent(item.scheduledFor?.wholeSecondsUp, forKey: .scheduledFor)
        try container.encode(item.isRead, forKey: .read)
        try container.encode(item.createdAt.wholeSeconds, forKey: .createdAt)
    }
}
