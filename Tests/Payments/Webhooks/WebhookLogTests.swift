import Contracts
import Kernel
import Messaging
import PaymentsRefunds
import PaymentsService
import PaymentsWallets
import PaymentsWebhooks
import Testing
import TestKit

@Suite("Webhooks: the delivery log")
struct WebhookLogTests {
    private let developer = WebhookScene.developer

    @Test("An operator sends a message again: one attempt at once, and after a failure the schedule from its start")
    func resend() throws {
        let hooks = try WebhookScene()
        let id = try hooks.registered(events: [WebhookScene.paid])
        try hooks.pay()
        let first = try #require(hooks.queued().first)
        let again = ResendWebhook(webhookId: id, deliveryId: first.id)
        #expect(try hooks.shard.send(again, as: developer)?.status == 202)
        #expect(try hooks.queued() == [first], "it is being sent")
        try hooks.report(first, status: 200)
        #expect(try hooks.shard.send(again, as: developer)?.json["status"] == "pending")
        let second = try #require(hooks.queued().first)
        #expect(second.attempt == 2 && second.message == first.message && second.body == first.body)
        try hooks.report(second, status: 500)
        #expect(try hooks.shard.send(again, as: developer)?.status == 202)
        let third = try #require(hooks.queued().first)
        #expect(third.attempt == 3, "the retry that waited is made now")
        try hooks.report(third, status: 500)
        try hooks.shard.advance(by: .seconds(6))
        #expect(try hooks.queued().map(\.attempt) == [4])
        #expect(try hooks.shard.send(ResendWebhook(webhookId: try hooks.registered(), deliveryId: first.id), as: developer)?.status == 404)
    }

    @Test("A test event goes to one receiver, even one that is switched off, and is tried once there")
    func test() throws {
        let hooks = try WebhookScene()
        let id = try hooks.registered()
        _ = try hooks.registered(events: [WebhookScene.paid])
        #expect(try hooks.shard.send(TestWebhook(webhookId: id), as: developer)?.json["type"] == "webhook.test")
        #expect(try hooks.queued().count == 1)
        try hooks.shard.send(ChangeWebhook(webhookId: id, enabled: false), as: developer)
        #expect(try hooks.queued().isEmpty)
        #expect(try hooks.shard.send(TestWebhook(webhookId: id), as: developer)?.status == 202)
        try hooks.report(try #require(hooks.queued().first), status: 500)
        #expect(try hooks.log(of: id, status: "failed")["meta"]?["total"] == 2)
    }

    @Test("A webhook that is deleted takes what was on its way along")
    func deletion() throws {
        let hooks = try WebhookScene()
        let id = try hooks.registered()
        try hooks.pay()
        let sent = try hooks.queued()
        try hooks.report(sent[0], status: 500)
        #expect(try hooks.shard.send(DeleteWebhook(webhookId: id), as: developer)?.status == 204)
        try hooks.report(sent[1], status: 200)
        #expect(try hooks.shard.count(of: "webhook_delivery") == 0 && hooks.shard.count(of: "webhook_attempt") == 0)
        #expect(try hooks.shard.timers().allSatisfy { $0.hasPrefix("webhook-log") })
        #expect(try hooks.log(of: id)["slug"] == "not-found")
    }

    @Test("The log is paged, newest first, and forgets after 30 days")
    func pages() throws {
        let hooks = try WebhookScene()
        let id = try hooks.registered()
        for _ in 0..<3 {
            try hooks.shard.send(TestWebhook(webhookId: id), as: developer)
            try hooks.shard.advance(by: .seconds(1))
        }
        let page = try hooks.log(of: id, ["perPage": 2])
        #expect(page["data"]?.array?.count == 2 && page["meta"]?["total"] == 3)
        #expect(page["data"]?.array?.first?["createdAt"] == "2026-11-21T07:00:02Z")
        #expect(try hooks.log(of: id, status: "all")["errors"]?["status"] != nil)
        try hooks.shard.advance(by: .days(30))
        #expect(try hooks.log(of: id)["meta"]?["total"] == 0)
        try hooks.shard.advance(by: .days(1))
        #expect(try hooks.shard.count(of: "webhook_message") == 0 && hooks.shard.count(of: "webhook_delivery") == 0)
    }

    @Test("Messages about somebody who is erased lose their digits and words, and are still sent")
    func erasure() throws {
        let hooks = try WebhookScene()
        _ = try hooks.registered()
        try hooks.pay()
        try hooks.shard.send(RequestPaymentRefund(paymentId: "p-1", reason: "I was in hospital"), as: PaymentScene.moderator)
        #expect(try hooks.shard.columns(holding: "hospital").contains("webhook_message.body"))
        let before = try hooks.queued()
        try hooks.shard.receive(UserErased(userId: PaymentScene.buyer.userID))
        let after = try hooks.queued()
        #expect(after.map(\.id) == before.map(\.id) && after.count == 3)
        #expect(after.allSatisfy { !$0.body.contains("4242") && !$0.body.contains("hospital") && !$0.body.contains("visa") })
        #expect(after.allSatisfy { $0.body.contains("p-1") })
    }

    @Test("What a receiver is told of a withdrawal is the withdrawal with its end")
    func withdrawal() throws {
        let hooks = try WebhookScene()
        _ = try hooks.registered(events: ["payments.withdrawal-requested.v1", "payments.withdrawal-settled.v1"])
        try hooks.shard.receive(ImportWallet(
            userId: "organizer", entries: [.init(id: "1", bucket: "available", amount: 90_000, at: hooks.shard.now)],
            payoutAccount: .init(type: "mtn_momo", last4: "0000", accountName: "Bob Events")))
        let organizer = Principal.user("organizer", roles: ["organizer"])
        #expect(try hooks.shard.send(RequestWithdrawal(amount: 50_000), as: organizer)?.status == 201)
        try hooks.shard.advance(by: .days(1))
        let bodies = try hooks.queued().map { try JSON.decode(JSONValue.self, from: Array($0.body.utf8)) }
        #expect(bodies.map { $0["data"]?["status"]?.string } == ["pending", "paid"])
        #expect(bodies.allSatisfy { $0["data"]?["amount"]?["amount"] == 50_000 && $0["data"]?["userId"] == nil })
    }
}
