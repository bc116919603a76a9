import Contracts
import Kernel
import Messaging
import PaymentsIntents
import PaymentsService
import Testing
import TestKit

@Suite("Attempts")
struct AttemptTests {
    @Test("An intent waits for a method and is announced once, however often it is sent")
    func intent() throws {
        let scene = try PaymentScene()
        #expect(try scene.events() == ["intent-created"])
        try scene.intend("p-1")
        #expect(try scene.events() == [])
        #expect(try scene.status() == "requires_payment_method")
    }

    @Test("The same payment for another amount is put aside for a person")
    func changedIntent() throws {
        let scene = try PaymentScene()
        try scene.shard.receive(CreateIntent(paymentId: "p-1", orderId: "o-1", userId: "buyer", amount: 1, currency: .ugx))
        #expect(try scene.shard.deadLetters().count == 1)
    }

    @Test("Mobile money ending 00 is processing and succeeds by itself after 3 s")
    func momoApproves() throws {
        let scene = try PaymentScene()
        let reply = try scene.confirm(PaymentScene.momo("00"))
        #expect(reply.status == 200)
        #expect(reply.json["status"] == "processing")
        #expect(reply.json["method"]?["last4"] == "0000")
        #expect(try scene.events() == ["intent-created", "payment-started"])
        try scene.shard.advance(by: .milliseconds(2999))
        #expect(try scene.status() == "processing")
        try scene.shard.advance(by: .milliseconds(1))
        #expect(try scene.status() == "succeeded")
        #expect(try scene.events() == ["payment-succeeded"])
        #expect(try scene.shard.timers() == [])
    }

    @Test("The start says that a result is there within 15 minutes")
    func deadline() throws {
        let scene = try PaymentScene()
        try scene.confirm(PaymentScene.momo("00"))
        let started = try #require(try scene.shard.published(PaymentStarted.self).first)
        #expect(started.startedAt == PaymentScene.start)
        #expect(started.deadlineAt == PaymentScene.start + .minutes(15))
        #expect(started.method == "mtn_momo")
    }

    @Test("Mobile money ending 01 waits for the customer, who approves or rejects", arguments: [true, false])
    func momoWaits(approves: Bool) throws {
        let scene = try PaymentScene()
        let reply = try scene.confirm(PaymentScene.momo("01"))
        #expect(reply.json["status"] == "requires_action")
        #expect(reply.json["nextAction"]?["type"] == "approve_on_phone")
        #expect(try scene.events() == ["intent-created", "payment-started", "payment-requires-action"])
        let id: PaymentID = "p-1"
        let answer = try approves ? scene.shard.send(ApprovePayment(paymentId: id), as: PaymentScene.buyer)
            : scene.shard.send(RejectPayment(paymentId: id),
            as: PaymentScene.buyer)
        #expect(answer?.json["status"] == (approves ? "succeeded" : "failed"))
        #expect(answer?.json["failureCode"] == (approves ? nil : "APPROVAL_REJECTED"))
        #expect(try scene.events() == [approves ? "payment-succeeded" : "payment-failed"])
        #expect(try scene.shard.timers() == [])
    }

    @Test("An action that has run out can't be approved, whatever the timer's lag (12.F2)", arguments: [(1, true), (0, false)])
    func deadAction(before: Int, lives: Bool) throws {
        let scene = try PaymentScene(hold: .hours(1))
        try scene.confirm(PaymentScene.momo("01"))
        scene.shard.now = scene.shard.now + .minutes(15) - .milliseconds(before)
        let answer = try #require(try scene.shard.send(ApprovePayment(paymentId: "p-1"), as: PaymentScene.buyer))
        #expect(answer.status == (lives ? 200 : 409) && answer.slug == (lives ? "" : "payment-state"))
        try scene.shard.advance(by: .seconds(1))
        #expect(try scene.status() == (lives ? "succeeded" : "failed"))
    }

    @Test("An action is over at the second that the answer names")
    func actionEndsAtWholeSecond() throws {
        let scene = try PaymentScene(hold: .hours(1))
        try scene.shard.advance(by: .milliseconds(700))
        let end = (PaymentScene.start + .minutes(15)).description
        #expect(try scene.confirm(PaymentScene.momo("01")).json["nextAction"]?["expiresAt"]?.string == end)
        scene.shard.now = PaymentScene.start + .minutes(15)
        #expect(try scene.shard.send(ApprovePayment(paymentId: "p-1"), as: PaymentScene.buyer)?.slug == "payment-state")
        try scene.shard.advance(by: .milliseconds(1))
        #expect(try scene.status() == "failed")
    }

    @Test("Mobile money that nobody approves expires after 15 minutes; another attempt may follow in the 5 minutes left")
    func momoExpires() throws {
        let scene = try PaymentScene()
        try scene.shard.advance(by: .minutes(10))
        try scene.confirm(PaymentScene.momo("01"))
        try scene.shard.advance(by: .minutes(15))
        let failed = try #require(try scene.shard.published(PaymentFailed.self).first)
        #expect(failed.failureCode == "EXPIRED")
        #expect(failed.retryUntil == PaymentScene.start + .minutes(30))
        try scene.shard.advance(by: .minutes(4))
        #expect(try scene.confirm(PaymentScene.momo("00")).status == 200)
    }

    @Test("Mobile money that fails says why",
          arguments: [("02", "APPROVAL_REJECTED"), ("03", "NOT_ENOUGH_FUNDS"), ("04", "PAYER_NOT_FOUND")])
    func momoFails(ending: String, code: String) throws {
        let scene = try PaymentScene()
        #expect(try scene.confirm(PaymentScene.momo(ending)).json["status"] == "processing")
        try scene.shard.advance(by: .seconds(3))
        let details = try scene.shard.ask(PaymentDetails.self, ["paymentId": "p-1"], as: PaymentScene.buyer).json
        #expect(details["status"] == "failed")
        #expect(details["failureCode"] == .string(code))
    }

    @Test("A test card does what its number says", arguments: [
        ("4242424242424242", "succeeded", nil), ("4000000000000002", "failed", "card_declined"),
        ("4000000000009995", "failed", "insufficient_funds"),
        ("4000000000000069", "failed", "expired_card"), ("4000000000000127", "failed", "incorrect_cvc"),
        ("4000000000000119", "failed", "processing_error"),
        ("4000002500003155", "requires_action", nil), ("5555555555554444", "succeeded", nil),
    ] as [(String, String, String?)])
    func cards(number: String, status: String, code: String?) throws {
        let scene = try PaymentScene()
        let reply = try scene.confirm(PaymentScene.card(number))
        #expect(reply.json["status"] == .string(status))
        #expect(reply.json["failureCode"] == code.map { .string($0) })
    }

    @Test("A 3-D Secure card is charged once the customer has confirmed")
    func threeDSecure() throws {
        let scene = try PaymentScene()
        try scene.confirm(PaymentScene.card("4000002500003155"))
        #expect(try scene.shard.send(ApprovePayment(paymentId: "p-1"), as: PaymentScene.buyer)?.json["status"] == "succeeded")
        #expect(try scene.shard.send(ApprovePayment(paymentId: "p-1"), as: PaymentScene.buyer)?.slug == "payment-state")
    }

    @Test("Only the buyer sees the payment and may pay it; for others it is not there")
    func othersSeeNothing() throws {
        let scene = try PaymentScene()
        let stranger = Principal.user("stranger")
        #expect(try scene.shard.ask(PaymentDetails.self, ["paymentId": "p-1"], as: stranger).status == 404)
        #expect(try scene.confirm(PaymentScene.momo("00"), as: stranger).status == 404)
        try scene.confirm(PaymentScene.momo("01"))
        #expect(try scene.shard.send(ApprovePayment(paymentId: "p-1"), as: stranger)?.status == 404)
        #expect(try scene.shard.ask(PaymentDetails.self, ["paymentId": "p-1"]).status == 401)
    }

    @Test("From the end of the hold on, to the millisecond, no attempt starts")
    func holdExpired() throws {
        let scene = try PaymentScene()
        try scene.shard.advance(by: .minutes(15) - .milliseconds(1))
        #expect(try scene.confirm(PaymentScene.card("4000000000000002")).status == 200)
        let other = try PaymentScene()
        try other.shard.advance(by: .minutes(15))
        #expect(try other.confirm(PaymentScene.momo("00")).slug == "hold-expired")
    }

    @Test("The hold is extended by the first attempt only")
    func holdExtendedOnce() throws {
        let scene = try PaymentScene()
        try scene.confirm(PaymentScene.card("4000000000000002"))
        try scene.shard.advance(by: .minutes(19))
        try scene.confirm(PaymentScene.card("4000000000000002"))
        try scene.shard.advance(by: .minutes(1))
        #expect(try scene.confirm(PaymentScene.momo("00")).slug == "hold-expired")
    }

    @Test("An extended hold ends at the second that answers name")
    func holdEndsAtWholeSecond() throws {
        let scene = try PaymentScene()
        try scene.shard.advance(by: .milliseconds(700))
        let started = try scene.confirm(PaymentScene.card("4000000000000002")).json
        #expect(started["holdExpiresAt"]?.string == (PaymentScene.start + .minutes(20)).description)
        try scene.shard.advance(by: .minutes(20) - .milliseconds(700))
        #expect(try scene.confirm(PaymentScene.momo("00")).slug == "hold-expired")
    }

    @Test("A paid order is not paid again, nor one whose attempt runs")
    func oneAttemptAtATime() throws {
        let scene = try PaymentScene()
        try scene.confirm(PaymentScene.momo("00"))
        #expect(try scene.confirm(PaymentScene.momo("00")).slug == "payment-in-progress")
        try scene.intend("p-2")
        #expect(try scene.confirm(PaymentScene.momo("00"), payment: "p-2").slug == "payment-in-progress")
        try scene.shard.advance(by: .seconds(3))
        #expect(try scene.confirm(PaymentScene.momo("00")).slug == "order-already-paid")
        #expect(try scene.confirm(PaymentScene.momo("00"), payment: "p-2").slug == "order-already-paid")
        try scene.shard.advance(by: .hours(1))
        #expect(try scene.confirm(PaymentScene.momo("00")).slug == "order-already-paid")
    }

    @Test("A second intent for a paid order is canceled at once")
    func secondIntent() throws {
        let scene = try PaymentScene()
        try scene.confirm(PaymentScene.card("4242424242424242"))
        try scene.shard.markSeen()
        try scene.intend("p-2")
        #expect(try scene.events() == ["payment-canceled"])
        #expect(try scene.status(of: "p-2") == "canceled")
    }

    @Test("The sixth attempt for an order is refused")
    func sixthAttempt() throws {
        let scene = try PaymentScene()
        for number in 1...5 { #expect(try scene.confirm(PaymentScene.card("4000000000000002")).json["attempts"] == .int(number)) }
        #expect(try scene.confirm(PaymentScene.card("4242424242424242")).slug == "too-many-payment-attempts")
    }

    @Test("After 10 failures within an hour a user must wait, whatever the order")
    func tooManyFailures() throws {
        let scene = try PaymentScene()
        for order in 2...4 { try scene.intend(PaymentID("p-\(order)"), order: OrderID("o-\(order)"), hold: .hours(5)) }
        for order in 2...3 { for _ in 1...5 { try scene.confirm(PaymentScene.card("4000000000000002"), payment: "p-\(order)") } }
        let refused = try scene.confirm(PaymentScene.momo("00"), payment: "p-4")
        #expect(refused.status == 429)
        #expect(refused.json["retryAfterSeconds"] == 3601)
        try scene.shard.advance(by: .hours(1))
        #expect(try scene.confirm(PaymentScene.momo("00"), payment: "p-4").status == 200)
    }
}
