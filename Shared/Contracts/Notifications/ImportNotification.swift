import Kernel

/// Seeding: something somebody was told before the demo begins. It shows in the feed as sent; nothing leaves the house. One that is there already stays.
public struct ImportNotification: Message, Equatable {
    public static let type: MessageType = "notifications.import-notification.v1"
    public let notificationId: String
    public let userId: User.ID
    /// A type of the tenant's file: its words are used.
    public let kind: String
    /// What it is about.
    public let about: String?
    /// What texts use, nested.
    public let facts: [String: JSONValue]
    /// When it was told.
    public let at: Timestamp
    public let isRead: Bool
    /// Of the words; absent: the tenant's first language, or the reader's where it is known.
    public let locale: String?
    public init(notificationId: String, userId: User.ID, kind: String, about: String? = nil, facts: [String: JSONValue] = [:], at: Timestamp, isRead: Bool,
                locale: String? = nil) {
        (self.notificationId, self.userId, self.kind, self.about) = (notificationId, userId, kind, about)
        (self.facts, self.at, self.isRead, self.locale) = (facts, at, isRead, locale)
    }
}
