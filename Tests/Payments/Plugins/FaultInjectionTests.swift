import Contracts
import Kernel
import Messaging
import PaymentsIntents
import PaymentsService
import Testing
import TestKit

@Suite("A provider that misbehaves")
struct FaultInjectionTests {
    @Test("Late: the result comes 22 minutes after the attempt's start, and the check at the deadline does not find it",
          arguments: ["mtn_momo", "card"])
    func late(type: String) throws {
        let scene = try PaymentScene()
        try scene.confirm(type == "card" ? PaymentScene.card("4242424242424242") : PaymentScene.momo("00"), sandbox: "late")
        try scene.shard.advance(by: .minutes(21))
        #expect(try scene.status() == "processing")
        try scene.shard.advance(by: .minutes(1))
        #expect(try scene.status() == "succeeded")
        #expect(try scene.events() == ["intent-created", "payment-started", "payment-succeeded"])
        try scene.shard.advance(by: .days(1))
        #expect(try scene.events() == [])
        #expect(try scene.shard.timers() == [])
    }

    @Test("Late by a duration: the result comes after it")
    func lateByDuration() throws {
        let scene = try PaymentScene()
        try scene.confirm(PaymentScene.momo("00"), sandbox: "late=PT1H30M")
        try scene.shard.advance(by: .minutes(89))
        #expect(try scene.status() == "processing")
        try scene.shard.advance(by: .minutes(1))
        #expect(try scene.status() == "succeeded")
    }

    @Test("Late after an approval: counted from the attempt's start, too")
    func lateApproval() throws {
        let scene = try PaymentScene()
        try scene.confirm(PaymentScene.momo("01"), sandbox: "late")
        try scene.shard.advance(by: .minutes(10))
        #expect(try scene.shard.send(ApprovePayment(paymentId: "p-1"), as: PaymentScene.buyer)?.json["status"] == "processing")
        try scene.shard.advance(by: .minutes(11))
        #expect(try scene.status() == "processing")
        try scene.shard.advance(by: .minutes(1))
        #expect(try scene.status() == "succeeded")
    }

    @Test("An approval whose result takes time says again that the attempt is under way, with the same times", arguments: ["late", "never"])
    func startedAgain(fault: String) throws {
        let scene = try PaymentScene()
        try scene.confirm(PaymentScene.momo("01"), sandbox: fault)
        let started = try #require(try scene.shard.published(PaymentStarted.self).first)
        #expect(try scene.events() == ["intent-created", "payment-started", "payment-requires-action"])
        try scene.shard.advance(by: .minutes(10))
        try scene.shard.send(ApprovePayment(paymentId: "p-1"), as: PaymentScene.buyer)
        #expect(try scene.shard.published(PaymentStarted.self) == [started])
        #expect(try scene.events() == ["payment-started"])
    }

    @Test("Duplicate: the result is told twice, as two messages", arguments: ["mtn_momo", "card"])
    func duplicate(type: String) throws {
        let scene = try PaymentScene()
        try scene.confirm(type == "card" ? PaymentScene.card("4242424242424242") : PaymentScene.momo("00"), sandbox: "duplicate")
        try scene.shard.advance(by: .minutes(1))
        #expect(try scene.events() == ["intent-created", "payment-started", "payment-succeeded", "payment-succeeded"])
        #expect(try scene.status() == "succeeded")
    }

    @Test("Never: no callback comes; the check at the deadline finds the result")
    func never() throws {
        let scene = try PaymentScene()
        try scene.confirm(PaymentScene.momo("00"), sandbox: "never")
        try scene.shard.advance(by: .minutes(15) - .milliseconds(1))
        #expect(try scene.status() == "processing")
        try scene.shard.advance(by: .milliseconds(1))
        #expect(try scene.status() == "succeeded")
    }

    @Test("Out of order: the success is told before the start")
    func outOfOrder() throws {
        let scene = try PaymentScene()
        try scene.confirm(PaymentScene.momo("00"), sandbox: "out-of-order")
        #expect(try scene.events() == ["intent-created"])
        try scene.shard.advance(by: .seconds(3))
        #expect(try scene.events() == ["payment-succeeded", "payment-started"])
    }

    @Test("Out of order: a failure is told after the start, which would else look like another attempt")
    func failureInOrder() throws {
        let scene = try PaymentScene()
        try scene.confirm(PaymentScene.momo("02"), sandbox: "out-of-order")
        try scene.shard.advance(by: .seconds(3))
        #expect(try scene.events() == ["intent-created", "payment-started", "payment-failed"])
    }

    @Test("Out of order: an attempt that waits for the customer has begun; its success is told before the start")
    func actionInOrder() throws {
        let scene = try PaymentScene()
        try scene.confirm(PaymentScene.momo("01"), sandbox: "out-of-order")
        #expect(try scene.events() == ["intent-created", "payment-started", "payment-requires-action"])
        try scene.shard.send(ApprovePayment(paymentId: "p-1"), as: PaymentScene.buyer)
        #expect(try scene.events() == ["payment-succeeded", "payment-started"])
    }

    @Test("What is asked for with the order holds for its payment; a request of the attempt wins")
    func fromTheOrder() throws {
        let scene = try PaymentScene(sandbox: "never")
        try scene.confirm(PaymentScene.momo("00"))
        try scene.shard.advance(by: .minutes(1))
        #expect(try scene.status() == "processing")
        let other = try PaymentScene(sandbox: "never")
        try other.confirm(PaymentScene.momo("00"), sandbox: "duplicate")
        try other.shard.advance(by: .minutes(1))
        #expect(try other.status() == "succeeded")
    }

    @Test("A tenant that is no sandbox ignores the header and has no approve")
    func noSandbox() throws {
        let scene = try PaymentScene(PaymentScene.definition(sandbox: false))
        #expect(try scene.confirm(PaymentScene.card("4242424242424242"), sandbox: "never").json["status"] == "succeeded")
        try scene.intend("p-2", order: "o-2")
        try scene.confirm(PaymentScene.momo("01"), payment: "p-2")
        #expect(try scene.shard.send(ApprovePayment(paymentId: "p-2"), as: PaymentScene.buyer)?.status == 404)
    }

    @Test("A misbehaviour nobody knows is refused and costs no attempt", arguments: ["sometimes", "late=22", "late=P1Y", "late=P400D"])
    func unknown(text: String) throws {
        let scene = try PaymentScene()
        #expect(try scene.confirm(PaymentScene.momo("00"), sandbox: text).status == 422)
        #expect(try scene.status() == "requires_payment_method")
    }

    @Test("A canceled payment whose attempt runs reports the success that comes late")
    func lateMoney() throws {
        let scene = try PaymentScene()
        try scene.confirm(PaymentScene.momo("00"), sandbox: "late")
        try scene.shard.advance(by: .minutes(20))
        try scene.shard.markSeen()
        try scene.shard.receive(CancelIntent(paymentId: "p-1", orderId: "o-1"))
        #expect(try scene.events() == [])
        try scene.shard.advance(by: .minutes(2))
        #expect(try scene.events() == ["payment-succeeded"])
    }

    @Test("A canceled payment whose attempt fails is canceled; one that waits for the customer is canceled at once")
    func canceled() throws {
        let scene = try PaymentScene()
        try scene.confirm(PaymentScene.momo("02"))
        try scene.shard.receive(CancelIntent(paymentId: "p-1", orderId: "o-1"))
        try scene.shard.markSeen()
        try scene.shard.advance(by: .seconds(3))
        #expect(try scene.events() == ["payment-canceled"])

        let other = try PaymentScene()
        try other.confirm(PaymentScene.momo("01"))
        try other.shard.markSeen()
        try other.shard.receive(CancelIntent(paymentId: "p-1", orderId: "o-1"))
        try other.shard.receive(CancelIntent(paymentId: "p-1", orderId: "o-1"))
        #expect(try other.events() == ["payment-canceled"])
        #expect(try other.shard.timers() == [])
        #expect(try other.confirm(PaymentScene.momo("00")).slug == "payment-canceled")
    }
}
