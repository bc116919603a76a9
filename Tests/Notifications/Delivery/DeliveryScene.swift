import Contracts
import GRDB
import Kernel
import Messaging
import NotificationPolicy
import NotificationsDelivery
import NotificationsService
import TestKit

/// A shard whose tenant has providers; the test is the sender.
struct DeliveryScene {
    let scene: NotificationScene
    var shard: ShardHarness<Notifications> { scene.shard }

    static func definition(channels: JSONValue = allChannels) -> TenantDefinition {
        var definition = NotificationScene.definition()
        guard case .object(var settings) = NotificationScene.settings else { return definition }
        settings["channels"] = channels
        definition.settings["notifications"] = .object(settings)
        return definition
    }
    static let allChannels: JSONValue = [
        "push": ["projectId": "p", "serviceAccountSecret": "fcm"], "email": ["host": "127.0.0.1", "fromAddress": "no-reply@test.example"],
        "sms": ["shape": "africas-talking", "account": "a", "keySecret": "sms"],
    ]
    init(_ definition: TenantDefinition = Self.definition()) throws { scene = try NotificationScene(definition) }

    struct Row: Equatable {
        let id: String
        let channel: String
        let address: String
        let state: String
        let attempt: Int
        let hasText: Bool
    }
    func deliveries() throws -> [Row] {
        try shard.file.pool.read { db in
            try GRDB.Row.fetchAll(
                db, sql: "SELECT id, channel, address, state, attempt, message IS NOT NULL FROM delivery ORDER BY created_at, id").map {
                Row(id: $0[0], channel: $0[1], address: $0[2], state: $0[3], attempt: $0[4], hasText: $0[5])
            }
        }
    }
    /// What the sender of one channel would take now.
    func queued(_ channel: ChannelName? = nil) throws -> [Row] { try deliveries().filter { $0.state == "queued"
        && (channel == nil || $0.channel == channel?.rawValue) } }

    /// Tells the result of the current try.
    func report(_ row: Row, _ outcome: DeliveryResult.Outcome, code: String? = nil, dead: Bool? = nil, retryAfter: Int? = nil) throws {
        try shard.receive(DeliveryResult(deliveryId: row.id, channel: ChannelName(rawValue: row.channel) ?? .push, attempt: row.attempt,
            outcome: outcome, code: code,
                                         retryAfterSeconds: retryAfter, addressIsDead: dead))
    }
    func states() throws -> [String: String] {
        let channels = try scene.feed().first?["channels"]?.array ?? []
        return Dictionary(channels.map { ($0["channel"]?.string ?? "", $0["state"]?.string ?? "") }) { a, _ in a }
    }
}
