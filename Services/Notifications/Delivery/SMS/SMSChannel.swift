import Kernel
import NotificationPolicy

/// A text message: the body alone tells the fact.
public struct SMSChannel: Channel {
    public let name = ChannelName.sms
    public let plugin = "sms"
    public init() {}
    public func addresses(of recipient: Recipient) -> [String] { recipient.phone.map { [$0] } ?? [] }
    public func compose(_ notification: Notification, to address: String, _ parts: MessageParts) -> ChannelMessage? {
        // Simple phones show the marks of isolated text as boxes.
        ChannelMessage(channel: name, to: address, text: SafeText.withoutMarks(notification.body))
    }

    public func problems(_ settings: JSONValue) -> [(path: String, message: String)] {
        var reader = SettingsReader(settings, keys: ["shape", "account", "keySecret", "from", "endpoint"])
        _ = reader.choice("shape", SMSSettings.Shape.allCases.map(\.rawValue))
        reader.text("account")
        reader.secret("keySecret")
        reader.text("from", required: settings["shape"]?.string == SMSSettings.Shape.twilio.rawValue)
        reader.endpoint("endpoint")
        return reader.problems
    }
    public func provider(_ settings: JSONValue, of tenant: TenantID, _ secrets: TenantSecrets) throws -> (any ChannelProvider)? {
        let own = try settings.decoded(as: SMSSettings.self)
        return try SMSProvider(own, LaneSettings(from: settings), key: secrets.value(own.keySecret, of: tenant))
    }
}

struct SMSSettings: Decodable, Sendable {
    /// Whose HTTP interface is spoken.
    enum Shape: String, Decodable, Sendable, CaseIterable {
        case africasTalking = "africas-talking"
        case twilio
        var endpoint: String {
            switch self {
            case .africasTalking: "https://api.africastalking.com"
            case .twilio: "https://api.twilio.com"
            }
        }
    }
    let shape: Shape
    /// Africa's Talking: user name. Twilio: account SID.
    let account: String
    let keySecret: String
    /// Sender id, short code or number.
    let from: String?
    let endpoint: String?
}
