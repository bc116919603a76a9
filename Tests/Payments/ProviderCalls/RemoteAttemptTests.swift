import Contracts
import Kernel
import Messaging
import PaymentsIntents
import PaymentsKit
import PaymentsService
import Testing
import TestKit

@Suite("Attempts at a remote provider")
struct RemoteAttemptTests {
    @Test("The provider's id is in the file before the money can move: announce, then confirm")
    func order() throws {
        let remote = try RemoteProviderScene()
        let reply = try remote.confirm()
        #expect(reply.status == 200 && reply.json["status"] == "processing" && reply.json["method"]?["type"] == "stripe")
        #expect(try remote.calls() == ["create:p-1:1"])
        try remote.answer("create:p-1:1", .open)
        #expect(try remote.calls() == ["confirm:p-1:1"])
        #expect(try remote.shard.columns(holding: "pi_1").contains("attempt.provider_reference"))
        try remote.answer("confirm:p-1:1", .succeeded)
        #expect(try remote.scene.status() == "succeeded")
        #expect(try remote.scene.events() == ["payment-started", "payment-succeeded"])
        #expect(try remote.calls().isEmpty && remote.shard.timers().isEmpty)
    }

    @Test("A decline fails the attempt; another attempt is another payment at the provider")
    func declined() throws {
        let remote = try RemoteProviderScene()
        try remote.start()
        try remote.answer("confirm:p-1:1", .failed, code: "card_declined")
        #expect(try remote.shard.published(PaymentFailed.self).first?.failureCode == "card_declined")
        try remote.confirm()
        #expect(try remote.calls() == ["create:p-1:2"])
        try remote.answer("create:p-1:2", .open, reference: "pi_2")
        try remote.answer("confirm:p-1:2", .succeeded, reference: "pi_2")
        #expect(try remote.scene.status() == "succeeded")
    }

    @Test("Without an answer the same call is made again, later each time, and not before the provider asks for it")
    func retries() throws {
        let remote = try RemoteProviderScene()
        try remote.confirm()
        try remote.answer("create:p-1:1", code: "http-500")
        #expect(try remote.calls().isEmpty)
        try remote.shard.advance(by: .seconds(1))
        #expect(try remote.calls() == ["create:p-1:1"])
        try remote.answer("create:p-1:1", .open)  // Of the first try, which is over.
        #expect(try remote.calls() == ["create:p-1:1"])
        try remote.answer("create:p-1:1", code: "rate_limit", tries: 2, retryAfter: 60)
        try remote.shard.advance(by: .seconds(59))
        #expect(try remote.calls().isEmpty)
        try remote.shard.advance(by: .seconds(1))
        try remote.answer("create:p-1:1", .open, tries: 3)
        #expect(try remote.calls() == ["confirm:p-1:1"])
        #expect(ProviderCall.wait(afterTries: 1, asked: nil) == .seconds(1) && ProviderCall.wait(afterTries: 4, asked: nil) == .seconds(8))
        #expect(ProviderCall.wait(afterTries: 100, asked: nil) == .hours(1))
        #expect(ProviderCall.wait(afterTries: 1, asked: .days(9)) == .hours(1))
    }

    @Test("The customer is sent to the bank by an address that stands nowhere in clear; the answer that shows it is sealed")
    func redirect() throws {
        let remote = try RemoteProviderScene()
        try remote.start()
        try remote.answer("confirm:p-1:1", .requiresAction, url: "https://hooks.stripe.example/3ds?client_secret=abc")
        let answer = try remote.shard.ask(PaymentDetails.self, ["paymentId": "p-1"], as: PaymentScene.buyer)
        #expect(answer.isSecret && answer.json["status"] == "requires_action")
        let next = answer.json["nextAction"]
        #expect(next?["type"] == "redirect" && next?["url"] == "https://hooks.stripe.example/3ds?client_secret=abc")
        #expect(try remote.shard.columns(holding: "client_secret=abc").isEmpty)
        #expect(!remote.shard.log.contains { String(decoding: $0.value ?? [], as: UTF8.self).contains("client_secret=abc") })
        #expect(try remote.scene.events() == ["payment-started", "payment-requires-action"])
        // Only the customer's bank can approve.
        #expect(try remote.shard.send(ApprovePayment(paymentId: "p-1"), as: PaymentScene.buyer)?.slug == "payment-state")
        try remote.send(RemoteProviderScene.event("evt_1", status: "succeeded"))
        #expect(try remote.scene.status() == "succeeded")
        #expect(try !remote.shard.ask(PaymentDetails.self, ["paymentId": "p-1"], as: PaymentScene.buyer).isSecret)
    }

    @Test("If the event is lost, the check at the deadline asks the provider")
    func polled() throws {
        let remote = try RemoteProviderScene()
        try remote.start()
        try remote.answer("confirm:p-1:1", .processing)
        try remote.shard.advance(by: .minutes(15))
        #expect(try remote.calls() == ["poll:p-1:1:1"])
        try remote.answer("poll:p-1:1:1", .processing)
        try remote.shard.advance(by: .minutes(1))
        #expect(try remote.calls() == ["poll:p-1:1:2"])
        try remote.answer("poll:p-1:1:2", .succeeded)
        #expect(try remote.scene.status() == "succeeded")
        #expect(try remote.shard.timers().isEmpty)
    }

    @Test("A step nobody took is canceled at the provider, whose word decides", arguments: [PaymentReport.State.canceled, .succeeded])
    func unanswered(end: PaymentReport.State) throws {
        let remote = try RemoteProviderScene()
        try remote.start()
        try remote.answer("confirm:p-1:1", .requiresAction, url: "https://bank.example")
        try remote.shard.advance(by: .minutes(15))
        #expect(try remote.scene.status() == "requires_action")
        #expect(try remote.calls() == ["cancel:p-1:1:1"])
        try remote.answer("cancel:p-1:1:1", end)
        #expect(try remote.scene.status() == (end == .canceled ? "failed" : "succeeded"))
        if end == .canceled { #expect(try remote.shard.published(PaymentFailed.self).first?.failureCode == "authentication_expired") }
    }

    @Test("An announcement without an answer has taken nothing: the attempt fails at its deadline, a late answer changes nothing")
    func unreachable() throws {
        let remote = try RemoteProviderScene()
        try remote.confirm()
        try remote.shard.advance(by: .minutes(15))
        #expect(try remote.shard.published(PaymentFailed.self).first?.failureCode == "provider_unavailable")
        try remote.answer("create:p-1:1", .open)
        #expect(try remote.calls().isEmpty && remote.shard.deadLetters().isEmpty)
    }

    @Test("A payment nobody wants any more is canceled at the provider, and is not confirmed after that")
    func canceled() throws {
        let remote = try RemoteProviderScene()
        try remote.start()
        try remote.shard.receive(CancelIntent(paymentId: "p-1", orderId: "o-1"))
        #expect(try remote.calls() == ["cancel:p-1:1:0"])
        try remote.answer("cancel:p-1:1:0", .canceled)
        #expect(try remote.scene.status() == "canceled")
        #expect(try remote.scene.events() == ["payment-started", "payment-canceled"])

        let waiting = try RemoteProviderScene()
        try waiting.confirm()
        try waiting.shard.receive(CancelIntent(paymentId: "p-1", orderId: "o-1"))
        try waiting.answer("create:p-1:1", .open)
        #expect(try waiting.calls() == ["cancel:p-1:1:0"])
        try waiting.answer("cancel:p-1:1:0", .succeeded)
        // Late money is the order's to judge.
        #expect(try waiting.scene.events() == ["payment-started", "payment-succeeded"])
    }

    @Test("Another amount, or another payment's id, is put aside for a person", arguments: [1, PaymentScene.amount])
    func mismatch(amount: Int) throws {
        let remote = try RemoteProviderScene()
        try remote.start()
        try remote.answer("confirm:p-1:1", .succeeded, reference: amount == 1 ? "pi_1" : "pi_9", amount: amount)
        try remote.shard.advance(by: .milliseconds(1))
        #expect(try remote.scene.status() == "processing")
        #expect(try remote.shard.deadLetters().count == 1)
        // The call is over; the next check asks again.
        #expect(try remote.calls().isEmpty && remote.shard.timers().count == 1)
    }

    @Test("A refused call fails the attempt")
    func refused() throws {
        let remote = try RemoteProviderScene()
        try remote.confirm()
        try remote.answer("create:p-1:1", code: "amount_not_supported", isRefused: true)
        #expect(try remote.shard.published(PaymentFailed.self).first?.failureCode == "amount_not_supported")
    }

    @Test("Sandboxes' misbehaviour is not for remote providers, and their methods are not kept")
    func limits() throws {
        let remote = try RemoteProviderScene()
        #expect(try remote.confirm(sandbox: "never").status == 200)
        #expect(try remote.scene.events() == ["payment-started"])
        let body: JSONValue = ["type": "stripe", "token": try remote.shard.sealed("pm_card_visa")]
        #expect(try remote.shard.sendThroughPreprocessor(PrepareMethod<Payments>.self, body, as: PaymentScene.buyer)?.fields == ["type"])
    }
}
