import Kernel
import NotificationPolicy
import NotificationsDelivery
import NotificationsKit

/// A text message: the body alone tells the fact.
public struct SMSChannel: Channel {
    public let name = ChannelName.sms
    public init() {}
    public func addresses(of recipient: Recipient) -> [String] { recipient.phone.map { [$0] } ?? [] }
    public func compose(_ notification: Notification, to address: String, _ parts: MessageParts) -> ChannelMessage? {
        // Simple phones show the marks of isolated text as boxes.
        ChannelMessage(channel: name, to: address, text: SafeText.withoutMarks(notification.body))
    }

    public func problems(_ settings: JSONValue) -> [(path: String, message: String)] {
        var reader = SettingsReader(settings, keys: ["shape", "account", "keySecret", "from", "endpoint", "callbackURL"])
        let provider = reader.choice("shape", SMSProviders.all.map(\.name)).flatMap { SMSProviders.named($0) }
        reader.text("account")
        reader.secret("keySecret")
        reader.text("from", required: provider?.needsSender == true)
        reader.endpoint("endpoint")
        if let address = reader.text("callbackURL", required: false) {
            if let provider, !provider.signsReports { reader.fail("callbackURL", "\(provider.name) signs no reports, so none is taken") }
            if !SMSReports.isBase(address) {
                reader.fail("callbackURL", "must be the https address of the app's API, without a slash at its end")
            }
        }
        return reader.problems
    }
    public func provider(_ settings: JSONValue, of tenant: TenantID, _ secrets: TenantSecrets) throws -> (any ChannelProvider)? {
        let own = try settings.decoded(as: SMSSettings.self)
        guard let provider = SMSProviders.named(own.shape) else { throw UnknownShape(name: own.shape) }
        return try SMSSender(provider, own, LaneSettings(from: settings), key: secrets.value(own.keySecret, of: tenant))
    }
}

/// `channels.sms` of a tenant.
struct SMSSettings: Decodable, Sendable {
    /// Whose HTTP interface is spoken: the name of an `SMSProvider`.
    let shape: String
    /// Africa's Talking: user name. Twilio: account SID.
    let account: String
    let keySecret: String
    /// Sender id, short code or number.
    let from: String?
    let endpoint: String?
    /// The app's API as the company reaches it. Nil: no reports are asked for.
    let callbackURL: String?
}
