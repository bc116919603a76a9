import Kernel

/// The decision for one recipient, at each evaluation.
public struct NotificationDecided: DomainEvent, WrittenMessage, Equatable {
    public static let type: MessageType = "notifications.decided.v1"
    public static let awaitedBy = Awaiting.nobody
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
    public init(notificationId: String, recipientId: String, kind: String, category: String, decision: String, until: Timestamp?,
                into: String?, reasons: [String], policyVersion: Int, channels: [String]) {
        (self.notificationId, self.recipientId, self.kind, self.category, self.decision) =
            (notificationId, recipientId, kind, category, decision)
        (self.until, self.into, self.reasons, self.policyVersion, self.channels) = (until, into, reasons, policyVersion, channels)
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("category", category)
            writer.member("channels", array: channels) { $0.value($1) }
            writer.member("decision", decision)
            if let into { writer.member("into", into) }
            writer.member("kind", kind)
            writer.member("notificationId", notificationId)
            writer.member("policyVersion", policyVersion)
            writer.member("reasons", array: reasons) { $0.value($1) }
            writer.member("recipientId", recipientId)
            if let until { writer.member("until", until) }
        }
    }
}

/// A notification left on its channels.
public struct NotificationSent: DomainEvent, WrittenMessage, Equatable {
    public static let type: MessageType = "notifications.sent.v1"
    public static let awaitedBy = Awaiting.nobody
    public let notificationId: String
    public let recipientId: String
    public let kind: String
    public let category: String
    public let reasons: [String]
    public let policyVersion: Int
    public let channels: [String]
    public var subject: String { "notifications/\(notificationId)" }
    public init(notificationId: String, recipientId: String, kind: String, category: String, reasons: [String], policyVersion: Int,
                channels: [String]) {
        (self.notificationId, self.recipientId, self.kind, self.category) = (notificationId, recipientId, kind, category)
        (self.reasons, self.policyVersion, self.channels) = (reasons, policyVersion, channels)
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("category", category)
            writer.member("channels", array: channels) { $0.value($1) }
            writer.member("kind", kind)
            writer.member("notificationId", notificationId)
            writer.member("policyVersion", policyVersion)
            writer.member("reasons", array: reasons) { $0.value($1) }
            writer.member("recipientId", recipientId)
        }
    }
}

/// A recipient opened a notification, on whatever channel.
public struct NotificationOpened: DomainEvent, Equatable {
    public static let type: MessageType = "notifications.opened.v1"
    public static let awaitedBy = Awaiting.nobody
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
