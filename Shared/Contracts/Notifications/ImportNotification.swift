import Kernel

/// Imports an earlier notification: it appears in the feed as sent, and nothing is sent. Ignored if it exists.
public struct ImportNotification: Message, Equatable {
    public static let type: MessageType = "notifications.import-notification.v1"
    public let notificationId: String
    public let userId: User.ID
    /// A type of the tenant's file: its words are used.
    public let kind: String
    /// Its subject.
    public let about: String?
    /// What texts use, nested.
    public let facts: [String: JSONValue]
    /// When it was sent.
    public let at: Timestamp
    public let isRead: Bool
    /// Of the words; absent: the tenant's first language, or the reader's where it is known.
    public let locale: String?
    public init(notificationId: String, userId: User.ID, kind: String, about: String? = nil, facts: [String: JSONValue] = [:],
                at: Timestamp, isRead: Bool, locale: String? = nil) {
        (self.notificationId, self.userId, self.kind, self.about) = (notificationId, userId, kind, about)
        (self.facts, self.at, self.isRead, self.locale) = (facts, at, isRead, locale)
    }
}
