import Kernel
import NotificationPolicy
import NotificationsKit
import NotificationsService

/// Providers of the plugins, with settings for a peer on loopback.
enum ChannelScene {
    /// Seconds; other tests take the processor. Where a peer is silent on purpose, `impatient` ends the wait.
    static let patience = 60
    static let impatient: [String: JSONValue] = ["timeoutSeconds": 1]
    static let now = Timestamp(secondsSinceEpoch: 1_795_244_400)

    static func secrets(_ values: [String: String]) -> TenantSecrets {
        let named = values.map { ("SOUK_PROVIDER_TEST_" + $0.key.uppercased(), $0.value) }
        return TenantSecrets(environment: Dictionary(named) { first, _ in first }, dataDirectory: "/nowhere")
    }
    static func provider(_ name: ChannelName, _ settings: JSONValue, _ values: [String: String] = [:]) throws -> any ChannelProvider {
        guard let channel = Notifications.channels.first(where: { $0.name == name }),
              let provider = try channel.provider(settings, of: "test", secrets(values)) else {
            throw Missing()
        }
        return provider
    }
    struct Missing: Error {}

    static func outbound(_ channel: ChannelName, to: String, id: String = "d-1", subject: String? = "Your tickets",
        text: String = "2 tickets.", html: String? = nil, data: JSONValue? = nil,
                         contentAvailable: Bool? = nil, attachments: [Attachment] = [], unsubscribeURL: String? = nil,
                         isCritical: Bool = false, collapseKey: String? = nil, expires: Timestamp? = nil) -> OutboundMessage {
        OutboundMessage(tenant: "test", deliveryId: id, notificationId: "n-1", isCritical: isCritical, collapseKey: collapseKey,
            expires: expires, createdAt: now, now: now,
               message: ChannelMessage(channel: channel, to: to, subject: subject, text: text, html: html, data: data,
                   contentAvailable: contentAvailable, attachments: attachments, unsubscribeURL: unsubscribeURL))
    }

    static func serviceAccount(_ peer: HTTPPeer) throws -> String {
        let file: JSONValue = ["type": "service_account", "client_email": "push@test.iam",
            "private_key": .string(try TestKeys.rsa.get().privatePEM), "private_key_id": "k1",
                               "token_uri": .string(peer.address + "/token")]
        return String(decoding: try JSON.encode(file), as: UTF8.self)
    }
    static func push(_ peer: HTTPPeer, _ more: [String: JSONValue] = [:]) throws -> any ChannelProvider {
        let settings: [String: JSONValue] = ["projectId": "proj-1", "serviceAccountSecret": "fcm", "endpoint": .string(peer.address),
            "timeoutSeconds": .int(patience)]
        return try provider(.push, .object(settings.merging(more) { _, own in own }), ["fcm": serviceAccount(peer)])
    }
    static func mail(_ peer: MailPeer, _ more: [String: JSONValue] = [:], password: String = "geheim",
                     trusts: Bool = true) throws -> any ChannelProvider {
        var settings: [String: JSONValue] = ["host": "127.0.0.1", "port": .int(peer.port), "fromAddress": "no-reply@test.example",
            "fromName": "Test", "timeoutSeconds": .int(patience)]
        if trusts { settings["trustRootsSecret"] = "roots" }
        return try provider(.email, .object(settings.merging(more) { _, own in own }),
                            ["password": password, "roots": TestKeys.server.get().certificate])
    }
    static func sms(_ peer: HTTPPeer, _ shape: String, _ more: [String: JSONValue] = [:]) throws -> any ChannelProvider {
        let settings: [String: JSONValue] = ["shape": .string(shape), "account": "AC1", "keySecret": "sms", "from": "+256312000000",
            "endpoint": .string(peer.address),
                                             "timeoutSeconds": .int(patience)]
        return try provider(.sms, .object(settings.merging(more) { _, own in own }), ["sms": "key"])
    }
}
