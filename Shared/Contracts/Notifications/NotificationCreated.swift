import Kernel

/// A user's feed has a new notification. The event carries no text, because the text names people.
public struct NotificationCreated: DomainEvent, WrittenMessage, Equatable {
    public static let type: MessageType = "notifications.notification-created.v1"
    public let notificationId: String
    public let userId: User.ID
    public let category: String
    public let kind: String
    public let deepLink: String?
    public var subject: String { "notifications/\(notificationId)" }
    public init(notificationId: String, userId: User.ID, category: String, kind: String, deepLink: String? = nil) {
        (self.notificationId, self.userId, self.category, self.kind, self.deepLink) = (notificationId, userId, category, kind, deepLink)
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("category", category)
            if let deepLink { writer.member("deepLink", deepLink) }
            writer.member("kind", kind)
            writer.member("notificationId", notificationId)
            writer.member("userId", userId)
        }
    }
}
