import Kernel

/// A way out of the house. Composes the message; without settings of a real provider it is kept in the development outbox.
public protocol Channel: Sendable {
    /// On the wire.
    var name: ChannelName { get }
    /// As a tenant file names it.
    var plugin: String { get }
    /// Where the recipient is reached; empty: not at all.
    func addresses(of recipient: Recipient) -> [String]
    /// Nil: nothing leaves the house on this channel.
    func compose(_ notification: Notification, to address: String) -> ChannelMessage?
}

/// A message as the channel would hand it over.
public struct ChannelMessage: Sendable, Equatable {
    public let channel: ChannelName
    public let to: String
    public let subject: String?
    public let text: String
    public let html: String?
    public let data: JSONValue?
    public init(channel: ChannelName, to: String, subject: String? = nil, text: String, html: String? = nil, data: JSONValue? = nil) {
        (self.channel, self.to, self.subject, self.text, self.html, self.data) = (channel, to, subject, text, html, data)
    }
}

/// Every channel there is.
public enum Channels {
    public static let all: [any Channel] = [InAppChannel(), PushChannel(), EmailChannel(), SMSChannel()]
}

/// The feed: the notification itself is the message.
public struct InAppChannel: Channel {
    public let name = ChannelName.inApp
    public let plugin = "in-app"
    public init() {}
    public func addresses(of recipient: Recipient) -> [String] { [recipient.userId.rawValue] }
    public func compose(_ notification: Notification, to address: String) -> ChannelMessage? { nil }
}

/// Push in the shape of FCM HTTP v1 (https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages): one message per device.
public struct PushChannel: Channel {
    public let name = ChannelName.push
    public let plugin = "push"
    public init() {}
    public func addresses(of recipient: Recipient) -> [String] { recipient.pushTokens }
    public func compose(_ notification: Notification, to address: String) -> ChannelMessage? {
        var data: [String: JSONValue] = ["type": .string(notification.type), "notificationId": .string(notification.id), "title": .string(notification.title)]
        if let link = notification.deepLink { data["deepLink"] = .string(link) }
        if let subject = notification.data["subject"] { data["subject"] = subject }
        return ChannelMessage(channel: name, to: address, subject: notification.title, text: notification.body, data: .object(data))
    }
}

/// E-mail: a plain text and a simple HTML part.
public struct EmailChannel: Channel {
    public let name = ChannelName.email
    public let plugin = "email"
    public init() {}
    public func addresses(of recipient: Recipient) -> [String] { recipient.email.map { [$0] } ?? [] }
    public func compose(_ notification: Notification, to address: String) -> ChannelMessage? {
        let text = "\(notification.body)\n\n\(notification.why)\n"
        let (title, body, why) = (Self.escaped(notification.title), Self.escaped(notification.body), Self.escaped(notification.why))
        let html = "<h1>\(title)</h1><p>\(body)</p><p><small>\(why)</small></p>"
        return ChannelMessage(channel: name, to: address, subject: notification.title, text: text, html: html)
    }
    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    }
}

/// A text message: the body alone tells the fact.
public struct SMSChannel: Channel {
    public let name = ChannelName.sms
    public let plugin = "sms"
    public init() {}
    public func addresses(of recipient: Recipient) -> [String] { recipient.phone.map { [$0] } ?? [] }
    public func compose(_ notification: Notification, to address: String) -> ChannelMessage? {
        ChannelMessage(channel: name, to: address, text: notification.body)
    }
}
