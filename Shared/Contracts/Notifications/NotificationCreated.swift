import Kernel

/// A notification is in somebody's feed.
public struct NotificationCreated: DomainEvent, WrittenMessage, Equatable {
    public static let type: MessageType = "notifications.notification-created.v1"
    public let notificationId: String
    public let userId: User.ID
    public let category: String
    public let kind: String
    public let title: String
    public let body: String
    public let deepLink: String?
    public var subject: String { "notifications/\(notificationId)" }
    public init(notificationId: String, userId: User.ID, category: String, kind: String, title: String, body: String, deepLink: String? = nil) {
        (self.notificationId, self.userId, self.category, self.kind, self.title, self.body) = (notificationId, userId, category, kind, title, body)
        self.deepLink = deepLink
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("body", body)
            writer.member("category", category)
            if let deepLink { writer.member("deepLink", deepLink) }
            writer.member("kind", kind)
            writer.member("notificationId", notificationId)
            writer.member("title", title)
            writer.member("userId", userId)
        }
    }
}
