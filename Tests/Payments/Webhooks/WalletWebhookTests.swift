import Contracts
import GRDB
import Kernel
import Messaging
import PaymentsService
import PaymentsWebhooks
import Testing
import TestKit

@Suite("Webhooks about wallets and cash at the door")
struct WalletWebhookTests {
    @Test("Receivers hear of them under the names that every app has, and of nobody's id or account number")
    func names() throws {
        var definition = LedgerScene.definition()
        definition.roles["developer"] = ["webhooks:manage"]
        let scene = try LedgerScene(definition)
        let developer = Principal.user("dev", roles: ["developer"])
        let webhook = RegisterWebhook(url: "https://hooks.example/souk", events: ["*"], description: nil, enabled: nil)
        let registered = try scene.shard.send(webhook, as: developer)
        #expect(registered?.status == 201)
        try scene.shard.receive(RecordOrderCash(paymentId: "p-1", orderId: "o-1", userId: "nora", courierId: "courier",
                                                amount: LedgerScene.money(7800)))
        try scene.deliver("o-1", isCash: true)
        scene.shard.now = scene.shard.now.wholeSeconds + .milliseconds(130)
        #expect(try scene.settle(7800).status == 201 && scene.withdraw(5000).status == 201)
        try scene.shard.advance(by: .hours(24))
        let bodies = try scene.shard.file.pool.read { db in
            try String.fetchAll(db, sql: "SELECT body FROM webhook_message ORDER BY id")
        }.map { try JSON.decode(JSONValue.self, from: Array($0.utf8)) }
        let types = bodies.compactMap { $0["type"]?.string }
        #expect(Set(types) == ["payments.cash-recorded.v1", "payments.cash-settled.v1", "payments.withdrawal-requested.v1",
                               "payments.withdrawal-settled.v1"])
        let data = Dictionary(bodies.map { ($0["type"]?.string ?? "", $0["data"] ?? .null) }) { first, _ in first }
        #expect(data["payments.cash-recorded.v1"]?["status"] == "succeeded", "the payment as it is")
        #expect(data["payments.cash-settled.v1"]?["amount"]?["amount"] == 7800)
        #expect(data["payments.cash-settled.v1"]?["settledAt"]?.string?.utf8.count == "2026-11-21T07:00:00Z".utf8.count)
        #expect(data["payments.withdrawal-requested.v1"]?["status"] == "pending")
        #expect(data["payments.withdrawal-settled.v1"]?["status"] == "settled")
        let text = bodies.map { "\($0)" }.joined()
        #expect(!text.contains("courierId") && !text.contains("userId") && !text.contains("608010167519"))
    }
}
