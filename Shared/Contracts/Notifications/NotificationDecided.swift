import Kernel

/// What was decided for one recipient, at each evaluation.
public struct NotificationDecided: DomainEvent, Equatable {
    public static let type: MessageType = "notifications.decided.v1"
    public let notificationId: String
    public let recipientId: String
    public let kind: String
    public let category: String
    /// `send`, `delay`, `digest`, `email_instead`, `feed_only`, `drop`.
    public let decision: String
    public let until: Timestamp?
    public let into: String?
    public let reasons: [String]
    public let policyVersion: Int
    public let channels: [String]
    public var subject: String { "notifications/\(notificationId)" }
    public init(notificationId: String, recipientId: String, kind: String, category: String, decision: String, until: Timestamp?, into: String?,
                reasons: [String], policyVersion: Int, channels: [String]) {
        (self.notificationId, self.recipientId, self.kind, self.category, self.decision) = (notificationId, recipientId, kind, category, decision)
        (self.until, self.into, self.reasons, self.policyVersion, self.channels) = (until, into, reasons, policyVersion, channels)
    }
}

/// A notification left on its channels.
public struct NotificationSent: DomainEvent, Equatable {
    public static let type: MessageType = "notifications.sent.v1"
    public let notificationId: String
    public let recipientId: String
    public let kind: String
    public let category: String
    public let reasons: [String]
    public let policyVersion: Int
    public let channels: [String]
    public var subject: String { "notifications/\(notificationId)" }
    public init(notificationId: String, recipientId: String, kind: String, category: String, reasons: [String], policyVersion: Int, channels: [String]) {
        (self.notificationId, self.recipientId, self.kind, self.category) = (notificationId, recipientId, kind, category)
        (self.reasons, self.policyVersion, self.channels) = (reasons, policyVersion, channels)
    }
}

/// A recipient opened a notification, on whatever channel.
public struct NotificationOpened: DomainEvent, Equatable {
    public static let type: MessageType = "notifications.opened.v1"
    public let notificationId: String
    public let recipientId: String
    public let kind: String
    public let category: String
    public let at: Timestamp
    public var subject: String { "notifications/\(notificationId)" }
    public init(notificationId: String, recipientId: String, kind: String, category: String, at: Timestamp) {
        (self.notificationId, self.recipientId, self.kind, self.category, self.at) = (notificationId, recipientId, kind, category, at)
    }
}
