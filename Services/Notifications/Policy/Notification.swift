import Contracts
import Kernel

/// A way out of the platform, by its name on the wire.
public enum ChannelName: String, Codable, Sendable, CaseIterable, Comparable {
    case push, email, sms, inApp
    /// Also accepts the name that apps with snake_case fields use.
    package init?(named text: String) { self.init(rawValue: text == Self.snakeInApp ? Self.inApp.rawValue : text) }
    /// The name in the style of the tenant's app.
    package func named(_ style: TenantDefinition.KeyStyle) -> String { self == .inApp && style == .snakeCase ? Self.snakeInApp : rawValue }
    private static let snakeInApp = "in_app"
    public static func < (a: ChannelName, b: ChannelName) -> Bool { a.rawValue < b.rawValue }
}

/// How far a notification got on one channel.
public struct ChannelState: Sendable, Equatable {
    public enum State: String, Sendable { case scheduled, batched, queued, sent, delivered, opened, failed, suppressed }
    public let channel: ChannelName
    public let state: State
    public let at: Timestamp
    public init(_ channel: ChannelName, _ state: State, at: Timestamp) { (self.channel, self.state, self.at) = (channel, state, at) }
}

/// An item of somebody's feed, with its texts as they were sent.
public struct Notification: Sendable, Equatable {
    public let id: String
    public let userId: User.ID
    public let category: String
    /// `ticket-purchased`.
    public let type: String
    public let title: String
    public let body: String
    public let deepLink: String?
    public let data: [String: JSONValue]
    /// The rule that sent it, as a sentence.
    public let why: String
    /// Codes of the rules that decided.
    public let reasons: [String]
    public let channels: [ChannelState]
    public var isRead: Bool
    public let createdAt: Timestamp
    /// Shown as a banner, and not counted as unread.
    public let isBanner: Bool
    /// When what waits goes on.
    public let scheduledFor: Timestamp?
    public init(id: String, userId: User.ID, category: String, type: String, title: String, body: String, deepLink: String?,
        data: [String: JSONValue], why: String,
                reasons: [String], channels: [ChannelState], isRead: Bool = false, createdAt: Timestamp, isBanner: Bool = false,
                scheduledFor: Timestamp? = nil) {
        (self.id, self.userId, self.category, self.type, self.title, self.body) = (id, userId, category, type, title, body)
        (self.deepLink, self.data, self.why, self.reasons, self.channels) = (deepLink, data, why, reasons, channels)
        (self.isRead, self.createdAt, self.isBanner, self.scheduledFor) = (isRead, createdAt, isBanner, scheduledFor)
    }

    public static let titleMax = 65
    public static let bodyMax = 240
    /// Of what operators write themselves, here or in the catalog.
    public static let campaignTitleMax = 80
    /// Of a message to somebody without account: it goes by mail, and holds the addresses they act by.
    public static let letterMax = 1_000
    public static let whyMax = 1_000
    /// The feed forgets after this.
    public static let keptFor: Duration = .days(90)
}

/// Whom a message is for, and where they can be reached.
public struct Recipient: Sendable, Equatable {
    public let userId: User.ID
    public let name: String
    public let email: String?
    public let phone: String?
    public let locale: String?
    /// Live push tokens, oldest first.
    public let pushTokens: [String]
    public init(userId: User.ID, name: String = "", email: String? = nil, phone: String? = nil, locale: String? = nil,
                pushTokens: [String] = []) {
        (self.userId, self.name, self.email, self.phone, self.locale, self.pushTokens) = (userId, name, email, phone, locale, pushTokens)
    }
}
