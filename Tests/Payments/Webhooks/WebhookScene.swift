import Contracts
import GRDB
import Kernel
import Messaging
import PaymentsService
import PaymentsWebhooks
import ServiceKit
import Testing
import TestKit

/// A payments shard whose tenant has people who manage webhooks. The test plays the sender: it reports how attempts went.
struct WebhookScene {
    let scene: PaymentScene
    var shard: ShardHarness<Payments> { scene.shard }
    static let developer = Principal.user("dev", roles: ["developer"])
    static let paid = "payments.payment-succeeded.v1"

    init(json: TenantDefinition.KeyStyle = .camelCase, unknownFirst: Bool = false) throws {
        let definition = TenantDefinition(
            tenant: "eventpass", name: "EventPassUG", json: json, currency: .ugx, phonePrefix: "+256", sandbox: true,
            roles: ["moderator": ["payments:refund"], "developer": ["webhooks:manage"]],
            plugins: ["payments-stub": ["card", "mtn_momo"]],
            settings: ["payments-stub": ["lateMinutes": 22, "unknownFirst": .bool(unknownFirst)]])
        scene = try PaymentScene(definition)
        try scene.shard.markSeen()
    }

    @discardableResult
    func register(_ url: String = "https://hooks.example/souk", events: [String] = ["*"], description: String? = nil, enabled: Bool? = nil,
                  development: Bool = false) throws -> Reply {
        let command = RegisterWebhook(url: url, events: events, description: description, enabled: enabled)
        return try #require(try shard.send(command, as: Self.developer, attributes: development ? ["development": "true"] : [:]))
    }
    func registered(events: [String] = ["*"]) throws -> WebhookID { WebhookID(try #require(register(events: events).json["id"]?.string)) }

    /// The one message a paid purchase sends to receivers that want only successes.
    func pay() throws { try scene.confirm(PaymentScene.card("4242424242424242")) }

    struct Queued: Equatable {
        let id: WebhookDeliveryID
        let message: String
        let attempt: Int
        let body: String
    }
    /// What the sender would send now, oldest first.
    func queued() throws -> [Queued] {
        try shard.file.pool.read { db in
            try Row.fetchAll(db, sql: """
                SELECT d.id, m.id, d.attempt, m.body FROM webhook_delivery d
                JOIN webhook_message m ON m.tenant = d.tenant AND m.id = d.message_id
                WHERE d.status = 'queued' ORDER BY d.due_at, d.id
                """).map { Queued(id: WebhookDeliveryID($0[0] as String), message: $0[1], attempt: $0[2], body: $0[3]) }
        }
    }
    func report(_ queued: Queued, status: Int? = nil, error: String? = nil, retryAfter: Int? = nil) throws {
        try shard.receive(WebhookAttempted(deliveryId: queued.id, attempt: queued.attempt, at: shard.now, statusCode: status, error: error,
                                           durationMs: 12, retryAfterSeconds: retryAfter))
    }
    func log(of webhook: WebhookID, status: String? = nil, _ more: [String: JSONValue] = [:]) throws -> JSONValue {
        var parameters: [String: JSONValue] = more.merging(["webhookId": .string(webhook.rawValue)]) { own, _ in own }
        if let status { parameters["status"] = .string(status) }
        return try shard.ask(DeliveriesOfWebhook.self, .object(parameters), as: Self.developer).json
    }
    func details(of webhook: WebhookID) throws -> JSONValue {
        try shard.ask(WebhookDetails.self, ["webhookId": .string(webhook.rawValue)], as: Self.developer).json
    }
}
