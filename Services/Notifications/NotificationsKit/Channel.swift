import Contracts
import Kernel
import NotificationPolicy

/// A way out of the platform. Composes messages inside the log (a pure function); a provider, where the tenant has
/// settings of one, hands them over outside.
public protocol Channel: Sendable {
    /// On the wire.
    var name: ChannelName { get }
    /// Where the recipient is reached; empty: not at all.
    func addresses(of recipient: Recipient) -> [String]
    /// Nil: nothing leaves the platform on this channel.
    func compose(_ notification: Notification, to address: String, _ parts: MessageParts) -> ChannelMessage?
    /// What is wrong with a tenant's settings of the provider, as (path below the settings, message).
    func problems(_ settings: JSONValue) -> [(path: String, message: String)]
    /// The provider those settings speak of. Throws when a secret is not there or cannot be read. Nil: nothing leaves
    /// the platform on this channel.
    func provider(_ settings: JSONValue, of tenant: TenantID, _ secrets: TenantSecrets) throws -> (any ChannelProvider)?
}

extension Channel {
    /// As a tenant file names it.
    package var plugin: String { name.plugin }
}

/// A message as the channel hands it over.
public struct ChannelMessage: Codable, Sendable, Equatable {
    public let channel: ChannelName
    public let to: String
    public let subject: String?
    public let text: String
    public let html: String?
    public let data: JSONValue?
    /// Of a push: the app is woken to read `data`. Nil: it is not.
    public let contentAvailable: Bool?
    public let attachments: [Attachment]
    public let unsubscribeURL: String?
    public init(channel: ChannelName, to: String, subject: String? = nil, text: String, html: String? = nil, data: JSONValue? = nil,
                contentAvailable: Bool? = nil, attachments: [Attachment] = [], unsubscribeURL: String? = nil) {
        (self.channel, self.to, self.subject, self.text, self.html, self.data) = (channel, to, subject, text, html, data)
        (self.contentAvailable, self.attachments, self.unsubscribeURL) = (contentAvailable, attachments, unsubscribeURL)
    }
}

/// The feed: the notification itself is the message.
public struct InAppChannel: Channel {
    public let name = ChannelName.inApp
    public init() {}
    public func addresses(of recipient: Recipient) -> [String] { [recipient.userId.rawValue] }
    public func compose(_ notification: Notification, to address: String, _ parts: MessageParts) -> ChannelMessage? { nil }
    public func problems(_ settings: JSONValue) -> [(path: String, message: String)] { [("", "the feed has no provider")] }
    public func provider(_ settings: JSONValue, of tenant: TenantID, _ secrets: TenantSecrets) throws -> (any ChannelProvider)? { nil }
}

/// Who has the list of channels: the service. Senders are made for a list, because they see no transaction.
package protocol ChannelList: Sendable {
    static var channels: [any Channel] { get }
}

extension ChannelName {
    /// As a tenant file names it.
    package var plugin: String {
        switch self {
        case .inApp: "in-app"
        case .push: "push"
        case .email: "email"
        case .sms: "sms"
        }
    }
}
