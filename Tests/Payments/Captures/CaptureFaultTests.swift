import Contracts
import GRDB
import Kernel
import Messaging
import PaymentsService
import PaymentsWebhooks
import Testing
import TestKit

@Suite("Authorisations of a provider that misbehaves")
struct CaptureFaultTests {
    @Test("Duplicate: the authorisation is told twice and is one", arguments: [nil, "capture", "cancel", "expire"])
    func duplicate(meanwhile: String?) throws {
        let it = try CaptureScene()
        try it.authorize(sandbox: "duplicate")
        switch meanwhile {
        case "capture": try it.capture(50_000)
        case "cancel": try it.cancel()
        case "expire": it.shard.now = it.shard.now + .days(7)
        default: break
        }
        try it.shard.advance(by: .days(8))
        let captured = try it.shard.published(PaymentSucceeded.self).map(\.amount)
        #expect(captured == (meanwhile == "capture" ? [50_000] : []))
        #expect(try it.payment()["status"] == (meanwhile == "capture" ? "succeeded" : "canceled"))
        #expect(try it.shard.published(PaymentCanceled.self).count == (meanwhile == "capture" ? 0 : 1))
        #expect(try it.shard.deadLetters() == [] && it.shard.timers() == [])
    }

    @Test("Never: the poll finds the authorisation, whose seven days begin then")
    func never() throws {
        let it = try CaptureScene()
        #expect(try it.authorize(sandbox: "never").json["status"] == "processing")
        try it.shard.advance(by: .minutes(15))
        #expect(try it.payment()["status"] == "requires_capture")
        #expect(try it.payment()["authorizationExpiresAt"] == "2026-11-28T07:15:00Z")
    }

    @Test("Out of order: the authorisation is told before the start")
    func outOfOrder() throws {
        let it = try CaptureScene()
        try it.authorize(sandbox: "out-of-order")
        #expect(try it.scene.events() == ["payment-authorized", "payment-started"])
    }

    @Test("An authorisation that comes after the payment was given up is released at once", arguments: ["late", "never"])
    func unwanted(sandbox: String) throws {
        let it = try CaptureScene()
        try it.authorize(sandbox: sandbox)
        try it.cancel()
        try it.shard.markSeen()
        try it.shard.advance(by: .minutes(22))
        #expect(try it.scene.events() == ["payment-canceled"])
        #expect(try it.payment()["status"] == "canceled")
        try it.capture(10)
        #expect(try it.failures() == ["payment_canceled"])
        #expect(try it.shard.timers() == [])
    }

    @Test("A second payment of an authorised order sets nothing aside")
    func twice() throws {
        let it = try CaptureScene()
        try it.intend("p-2", "o-1")
        try it.authorize()
        #expect(try it.scene.confirm(PaymentScene.card("4242424242424242"), payment: "p-2").slug == "order-already-paid")
        try it.intend("p-3", "o-1")
        #expect(try it.scene.status(of: "p-3") == "canceled")
    }

    @Test("Webhooks tell of the authorisation, of a refused capture and of the capture, with the payment as it is then")
    func webhooks() throws {
        let it = try CaptureScene(roles: ["developer": ["webhooks:manage"]])
        let names = ["payments.payment-authorized.v1", "payments.capture-failed.v1", "payments.payment-succeeded.v1"]
        let command = RegisterWebhook(url: "https://hooks.example/souk", events: names, description: nil, enabled: nil)
        #expect(try it.shard.send(command, as: .user("dev", roles: ["developer"]))?.status == 201)
        try it.authorize()
        try it.capture(110_001)
        try it.capture(60_000)
        let bodies = try it.shard.file.pool.read { try String.fetchAll($0, sql: "SELECT body FROM webhook_message") }
            .map { try JSON.decode(JSONValue.self, from: Array($0.utf8)) }
        let told = Dictionary(uniqueKeysWithValues: bodies.map { ($0["type"]?.string ?? "", $0["data"] ?? .null) })
        #expect(Set(told.keys) == Set(names))
        #expect(told[names[0]]?["status"] == "requires_capture" && told[names[0]]?["amountAuthorized"] == 100_000)
        #expect(told[names[1]]?["status"] == "requires_capture")
        #expect(told[names[2]]?["status"] == "succeeded" && told[names[2]]?["amountCaptured"] == 60_000)
    }
}
