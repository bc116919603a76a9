import Contracts
import Kernel
import Messaging
import PaymentsIntents
import PaymentsKit
import PaymentsService
import Testing
import TestKit

@Suite("Manual capture")
struct CaptureTests {
    @Test("A card is authorised: the bank keeps the money ready for seven days, and nothing has moved")
    func authorized() throws {
        let it = try CaptureScene()
        let reply = try it.authorize()
        #expect(reply.json["status"] == "requires_capture" && reply.json["captureMethod"] == "manual")
        #expect((reply.json["amountAuthorized"], reply.json["amountCaptured"]) == (100_000, 0))
        #expect(reply.json["authorizationExpiresAt"] == "2026-11-28T07:00:00Z")
        let event = try #require(try it.shard.published(PaymentAuthorized.self).first)
        #expect((event.amount, event.authorizationExpiresAt) == (100_000, PaymentScene.start + .days(7)))
        #expect(try it.scene.events() == ["payment-started", "payment-authorized"])
        #expect(try it.authorize().slug == "order-already-paid")
    }

    @Test("A part is captured once and told as the amount that was taken; the rest is released")
    func part() throws {
        let it = try CaptureScene()
        try it.authorize()
        try it.shard.markSeen()
        try it.capture(60_000)
        #expect(try it.shard.published(PaymentSucceeded.self).map(\.amount) == [60_000])
        #expect(try it.scene.events() == ["payment-succeeded"])
        let payment = try it.payment()
        #expect((payment["status"], payment["amount"], payment["amountCaptured"]) == ("succeeded", 100_000, 60_000))
        #expect(try it.shard.timers() == [])
        let rows = try it.shard.ask(TransactionsOfUser.self, as: PaymentScene.buyer).json["data"]?.array ?? []
        #expect(rows.first { $0["paymentId"] == "p-1" }?["amount"] == 60_000)
    }

    @Test("The same capture again gives the same result without taking anything; another one is refused")
    func twice() throws {
        let it = try CaptureScene()
        try it.authorize()
        try it.capture(60_000)
        try it.shard.markSeen()
        try it.capture(60_000)
        #expect(try it.scene.events() == ["payment-succeeded"])
        try it.capture(40_000)
        #expect(try it.failures() == ["already_captured"])
        #expect(try it.payment()["amountCaptured"] == 60_000)
    }

    @Test("Up to 10 % more than was authorised may be taken, rounded down; one unit more or nothing is refused", arguments: [
        (110_000, nil), (110_001, "amount_too_large"), (0, "amount_too_small"), (-5, "amount_too_small"), (1, nil),
        (Int.max, "amount_too_large"),
    ] as [(Int, String?)])
    func limits(amount: Int, code: String?) throws {
        let it = try CaptureScene()
        try it.authorize()
        try it.capture(amount)
        #expect(try it.failures() == (code.map { [$0] } ?? []))
        #expect(try it.payment()["status"] == (code == nil ? "succeeded" : "requires_capture"))
        #expect(try it.payment()["amountCaptured"] == .int(code == nil ? amount : 0))
        // A refused amount uses nothing up.
        if code != nil {
            try it.capture(100_000)
            #expect(try it.payment()["amountCaptured"] == 100_000)
        }
    }

    @Test("Without that setting nothing above the authorised amount is taken, and the limit is never rounded up")
    func noMore() throws {
        let it = try CaptureScene(over: 0)
        try it.authorize()
        try it.capture(100_001)
        #expect(try it.failures() == ["amount_too_large"])
        let small = Authorization(attempt: 1, amount: 6202, expiresAt: PaymentScene.start)
        #expect((small.limit(overPercent: 10), small.limit(overPercent: 0)) == (6822, 6202))
        #expect(Authorization(attempt: 1, amount: .max, expiresAt: PaymentScene.start).limit(overPercent: 100) == .max)
    }

    @Test("A card that refuses captures may be asked again, and the release says why the payment ended")
    func declined() throws {
        let it = try CaptureScene()
        #expect(try it.authorize("4000000000000341").json["status"] == "requires_capture")
        for _ in 1...3 { try it.capture(50_000) }
        #expect(try it.failures() == ["capture_declined", "capture_declined", "capture_declined"])
        let waiting = try it.payment()
        #expect((waiting["status"], waiting["failureCode"]) == ("requires_capture", "capture_declined"))
        try it.cancel()
        let payment = try it.payment()
        #expect((payment["status"], payment["failureCode"]) == ("canceled", "capture_declined"))
        #expect(payment["method"]?["last4"] == "0341", "a payment that ended still names its card")
        #expect(try it.shard.published(PaymentCanceled.self).map(\.failureCode) == ["capture_declined"])
    }

    @Test("Taken at once, that card is declined, also when only a poll finds the result", arguments: [nil, "never"])
    func declinedAtOnce(sandbox: String?) throws {
        let it = try CaptureScene()
        try it.scene.confirm(PaymentScene.card("4000000000000341"), payment: "p-0", sandbox: sandbox)
        try it.shard.advance(by: .minutes(15))
        #expect(try it.shard.published(PaymentFailed.self).map(\.failureCode) == ["card_declined"])
    }

    @Test("A canceled authorisation takes no capture, however often it is canceled")
    func canceled() throws {
        let it = try CaptureScene()
        try it.authorize()
        try it.shard.markSeen()
        try it.cancel()
        try it.cancel()
        #expect(try it.scene.events() == ["payment-canceled"])
        try it.capture(10)
        #expect(try it.failures() == ["payment_canceled"])
        #expect(try it.payment()["failureCode"] == nil)
        #expect(try it.shard.timers() == [])
    }

    @Test("A capture wins over a cancellation that comes after it")
    func captureFirst() throws {
        let it = try CaptureScene()
        try it.authorize()
        try it.capture(10)
        try it.cancel()
        #expect(try it.payment()["status"] == "succeeded")
    }

    @Test("After seven days, to the millisecond, the authorisation is over")
    func expired() throws {
        let it = try CaptureScene()
        try it.authorize()
        try it.shard.advance(by: .days(7) - .milliseconds(1))
        #expect(try it.payment()["status"] == "requires_capture")
        try it.shard.markSeen()
        try it.shard.advance(by: .milliseconds(1))
        let payment = try it.payment()
        #expect((payment["status"], payment["failureCode"]) == ("canceled", "authorization_expired"))
        #expect(try it.shard.published(PaymentCanceled.self).map(\.failureCode) == ["authorization_expired"])
        try it.capture(10)
        #expect(try it.failures() == ["authorization_expired"])
        #expect(try it.scene.events() == ["payment-canceled", "capture-failed"])
    }

    @Test("An authorisation ends at the second that the answer names")
    func endsAtWholeSecond() throws {
        let it = try CaptureScene()
        try it.shard.advance(by: .milliseconds(400))
        try it.authorize()
        let end = PaymentScene.start + .days(7)
        #expect(try it.payment()["authorizationExpiresAt"]?.string == end.description)
        #expect(try it.shard.published(PaymentAuthorized.self).map(\.authorizationExpiresAt) == [end])
        it.shard.now = end
        try it.capture(10)
        #expect(try it.failures() == ["authorization_expired"])
    }

    @Test("A capture at the end of the seven days is too late, even before its timer fires")
    func lateTimer() throws {
        let it = try CaptureScene()
        try it.authorize()
        it.shard.now = it.shard.now + .days(7)
        try it.capture(10)
        #expect(try it.failures() == ["authorization_expired"])
        #expect(try it.payment()["status"] == "canceled")
        try it.shard.advance(by: .seconds(1))
        #expect(try it.shard.published(PaymentCanceled.self).count == 1)
    }

    @Test("Refundable is what was captured; before that a refund is refused")
    func refunds() throws {
        let it = try CaptureScene()
        try it.authorize()
        #expect(try it.refund()?.slug == "payment-state")
        try it.capture(110_000)
        #expect(try it.refund(30_000)?.status == 201)
        #expect(try it.payment()["status"] == "partially_refunded")
        #expect(try it.refund(80_001)?.slug == "refund-exceeds-payment")
        #expect(try it.refund()?.json["amount"] == 80_000)
        #expect(try it.payment()["status"] == "refunded")
    }

    @Test("Only a card can be authorised")
    func otherMethods() throws {
        let it = try CaptureScene()
        let reply = try it.scene.confirm(PaymentScene.momo("00"))
        #expect(reply.status == 422 && reply.fields == ["method"])
        #expect(try it.payment()["attempts"] == 0)
    }

    @Test("What was not authorised is not captured, nor what nobody knows, nor an automatic payment")
    func notAuthorized() throws {
        let it = try CaptureScene()
        try it.capture(10)
        try it.capture(10, payment: "p-9")
        try it.capture(10, payment: "p-1", order: "o-9")
        try it.capture(10, payment: "p-0", order: "o-0")
        #expect(try it.failures() == ["not_authorized", "unknown_payment", "unknown_payment", "not_authorized"])
        try it.scene.confirm(PaymentScene.card("4242424242424242"), payment: "p-0")
        try it.capture(100_000, payment: "p-0", order: "o-0")
        #expect(try it.failures().last == "already_captured")
        #expect(try it.shard.deadLetters() == [])
    }

    @Test("3-D Secure comes before the authorisation; an expired step sets nothing aside", arguments: [true, false])
    func threeDSecure(approves: Bool) throws {
        let it = try CaptureScene()
        #expect(try it.authorize("4000002500003155").json["status"] == "requires_action")
        if approves {
            let reply = try it.shard.send(ApprovePayment(paymentId: "p-1"), as: PaymentScene.buyer)
            #expect(reply?.json["status"] == "requires_capture")
        } else {
            try it.shard.advance(by: .minutes(15))
            #expect(try it.payment()["status"] == "failed" && it.payment()["amountAuthorized"] == 0)
        }
    }
}
