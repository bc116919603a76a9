import Contracts
import Kernel
import Messaging
import PaymentsKit
import PaymentsService
import PaymentsStripe
import Testing
import TestKit

@Suite("Events of a remote provider")
struct ProviderEventTests {
    @Test("A signed event settles the attempt, once however often it is sent")
    func once() throws {
        let remote = try RemoteProviderScene()
        try remote.start()
        let event = RemoteProviderScene.event("evt_1", status: "succeeded")
        for _ in 1...3 {
            let reply = try remote.send(event)
            #expect(reply.status == 200 && reply.json == ["received": true])
        }
        #expect(try remote.scene.events() == ["payment-started", "payment-succeeded"])
        #expect(try remote.calls().isEmpty)
        // The call that was under way is over.
        try remote.answer("confirm:p-1:1", .succeeded)
        #expect(try remote.scene.events() == [])
        #expect(try remote.shard.deadLetters().isEmpty)
    }

    @Test("Signatures that are wrong, old, early or missing are refused; without our secret we ask for a later try")
    func refusals() throws {
        let remote = try RemoteProviderScene()
        try remote.start()
        let event = RemoteProviderScene.event("evt_1", status: "succeeded")
        let received = Timestamp(secondsSinceEpoch: 1_900_000_000)
        for reply in [
            try remote.send(event, secret: "whsec_other"), try remote.send(event, changing: { $0 + " " }),
            try remote.send(event, signedAt: received - .minutes(6)), try remote.send(event, signedAt: received + .minutes(6)),
        ] { #expect(reply.status == 400 && reply.slug == "invalid-signature") }
        #expect(try remote.shard.sendThroughPreprocessor(PrepareStripeEvent.self, ["payload": try remote.shard.sealed(event)],
            environment: ["SOUK_PROVIDER_EVENTPASS_STRIPE_WEBHOOK": RemoteProviderScene.webhookSecret])?.slug == "invalid-signature")
        #expect(try remote.send(event, withSecret: false).status == 503)
        #expect(try remote.send("[]").status == 400)
        #expect(try remote.scene.status() == "processing")
    }

    @Test("Of an event the log and the file keep what concerns the payment, nothing of the customer")
    func privacy() throws {
        let remote = try RemoteProviderScene()
        try remote.start()
        try remote.send(RemoteProviderScene.event("evt_1", status: "succeeded"))
        #expect(!remote.shard.log.contains { String(decoding: $0.value ?? [], as: UTF8.self).contains("pi_1_secret_2") })
    }

    @Test("Events out of order: what was under way before the end changes nothing after it")
    func order() throws {
        let remote = try RemoteProviderScene()
        try remote.start()
        try remote.send(RemoteProviderScene.event("evt_2", status: "succeeded"))
        for (number, status) in ["processing", "requires_action", "requires_confirmation"].enumerated() {
            try remote.send(RemoteProviderScene.event("evt_1\(number)", status: status))
        }
        #expect(try remote.scene.status() == "succeeded")
        #expect(try remote.calls().isEmpty && remote.shard.deadLetters().isEmpty)
    }

    @Test("Another amount, another intent and a contradiction are put aside for a person, and the provider is thanked")
    func contradictions() throws {
        let remote = try RemoteProviderScene()
        try remote.start()
        #expect(try remote.send(RemoteProviderScene.event("evt_1", status: "succeeded", amount: 100)).status == 200)
        #expect(try remote.send(RemoteProviderScene.event("evt_2", status: "succeeded", reference: "pi_7")).status == 200)
        #expect(try remote.scene.status() == "processing")
        try remote.send(RemoteProviderScene.event("evt_3", status: "succeeded"))
        #expect(try remote.send(RemoteProviderScene.event("evt_4", status: "canceled")).status == 200)
        #expect(try remote.scene.status() == "succeeded")
        #expect(try remote.shard.deadLetters().count == 3)
    }

    @Test("Events about other things, other tenants' payments and of the other mode are taken and have no effect", arguments: [
        #"{"id":"evt_1","livemode":false,"data":{"object":{"object":"charge","id":"ch_1"}}}"#,
        RemoteProviderScene.event("evt_1", status: "succeeded").replacing("eventpass", with: "sofra"),
        RemoteProviderScene.event("evt_1", status: "succeeded", livemode: true),
        #"""
            {"id":"evt_1","livemode":false,"data":{"object":{"object":"payment_intent","id":"pi_1","status":"processing","amount":1,\#
            "currency":"ugx"}}}
            """#,
    ])
    func others(event: String) throws {
        let remote = try RemoteProviderScene()
        try remote.start()
        #expect(try remote.send(event).status == 200)
        #expect(try remote.scene.status() == "processing")
        #expect(try remote.shard.deadLetters().isEmpty)
    }

    @Test("A refund's end comes by an event, too")
    func refund() throws {
        let remote = try RemoteProviderScene()
        try remote.paid()
        try remote.refund("r-1", 40_000)
        try remote.answer("refund:r-1:1", refund: RefundReport(reference: "re_1", state: .pending))
        try remote.send(#"""
            {"id":"evt_1","livemode":false,"data":{"object":{"object":"refund","id":"re_1","status":"succeeded",
            "metadata":{"souk_tenant":"eventpass","souk_refund":"r-1"}}}}
            """#)
        #expect(try remote.scene.events() == ["refund-succeeded"])
        #expect(try remote.shard.timers().isEmpty)
    }
}
