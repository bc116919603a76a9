import Kernel
import NotificationPolicy
import NotificationsDelivery
import NotificationsKit

/// Push in the shape of FCM HTTP v1 (https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages): one message per device.
public struct PushChannel: Channel {
    public let name = ChannelName.push
    public init() {}
    public func addresses(of recipient: Recipient) -> [String] { recipient.pushTokens }

    public func compose(_ notification: Notification, to address: String, _ parts: MessageParts) -> ChannelMessage? {
        var data: [String: JSONValue] = ["type": .string(notification.type), "notificationId": .string(notification.id),
                                         "title": .string(notification.title)]
        if let link = notification.deepLink { data["deepLink"] = .string(link) }
        if let subject = notification.data["subject"]?.string { data["subject"] = .string(subject) }
        // How many facts it tells of, where it tells of several.
        if let count = notification.data["count"]?.int, count > 1 { data["count"] = .int(count) }
        if !parts.actions.isEmpty { data["actions"] = .string(parts.actions.joined(separator: ",")) }
        if let facts = parts.pushFacts {
            for name in facts { data[name] = notification.data[name] }
            // The app reads the same strings here as on the wire.
            data = data.compactMapValues { Self.text($0).map { .string($0) } }
        }
        if !parts.isLite, let image = notification.data["imageUrl"]?.string { data["image"] = .string(image) }
        return Self.fitted(ChannelMessage(channel: name, to: address, subject: notification.title, text: notification.body,
                                          data: .object(data), contentAvailable: parts.pushFacts == nil ? nil : true),
                           bytesMax: parts.pushBytesMax ?? NotificationPolicy.Payload.bytesMax(isLite: parts.isLite))
    }

    /// A value as FCM takes it. Nil: FCM has no form of it.
    static func text(_ value: JSONValue) -> String? { value.string ?? value.int.map(String.init) }

    /// What is not needed to know the fact goes first, then the text is cut: a message that is too large is refused as a whole.
    private static func fitted(_ message: ChannelMessage, bytesMax: Int) -> ChannelMessage {
        guard case .object(var data) = message.data else { return message }
        var (title, body) = (message.subject ?? "", message.text)
        func size() -> Int {
            title.utf8.count + body.utf8.count + data.reduce(0) { $0 + $1.key.utf8.count + ($1.value.string?.utf8.count ?? 0) }
        }
        for spare in ["image", "actions", "title", "deepLink", "subject"] where size() > bytesMax { data[spare] = nil }
        if size() > bytesMax { title = SafeText.cut(title, bytes: bytesMax / 4) }
        if size() > bytesMax { body = SafeText.cut(body, bytes: max(0, body.utf8.count - (size() - bytesMax))) }
        return ChannelMessage(channel: message.channel, to: message.to, subject: title, text: body, data: .object(data),
                              contentAvailable: message.contentAvailable)
    }

    public func problems(_ settings: JSONValue) -> [(path: String, message: String)] {
        var reader = SettingsReader(settings, keys: ["projectId", "serviceAccountSecret", "endpoint"])
        let allowed = { (byte: UInt8) in (97...122).contains(byte) || (48...57).contains(byte) || [45, 46, 58].contains(byte) }
        if let project = reader.text("projectId"), !project.utf8.allSatisfy(allowed) {
            reader.fail("projectId", "has lower case letters, digits and dashes")
        }
        reader.secret("serviceAccountSecret")
        reader.endpoint("endpoint")
        return reader.problems
    }

    public func provider(_ settings: JSONValue, of tenant: TenantID, _ secrets: TenantSecrets) throws -> (any ChannelProvider)? {
        let own = try settings.decoded(as: FCMSettings.self)
        let account = try ServiceAccount(json: secrets.value(own.serviceAccountSecret, of: tenant))
        return try FCMProvider(own, LaneSettings(from: settings), account)
    }
}

struct FCMSettings: Decodable, Sendable {
    let projectId: String
    let serviceAccountSecret: String
    let endpoint: String?
}
