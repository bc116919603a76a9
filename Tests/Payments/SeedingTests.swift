import Contracts
import Kernel
import Messaging
import PaymentsIntents
import PaymentsRefunds
import PaymentsService
import PaymentsWallets
import Testing
import TestKit

@Suite("What is seeded")
struct SeedingTests {
    @Test("A seeded payment is its buyer's, stays as it is, and can be given back like any other; one that was given back cannot")
    func payments() throws {
        let scene = try PaymentScene()
        func importPayment(_ id: PaymentID, order: OrderID, amount: Int = 50_000, refunded: Bool) throws {
            try scene.shard.receive(
                ImportPayment(paymentId: id, orderId: order, userId: PaymentScene.buyer.userID, organizerId: "organizer", eventId: "e-1",
                              title: "Tech Summit", amount: Money(amount, .ugx), refunded: refunded, paidAt: scene.shard.now - .days(2)))
        }
        try importPayment("old-1", order: "o-8", refunded: false)
        try importPayment("old-1", order: "o-8", amount: 70_000, refunded: true)
        try importPayment("old-2", order: "o-9", refunded: true)
        #expect(try scene.status(of: "old-1") == "succeeded")
        #expect(try scene.status(of: "old-2") == "refunded")
        try scene.shard.markSeen()
        try scene.shard.receive(RefundPayment(refundId: "r-1", paymentId: "old-1", orderId: "o-8", amount: 50_000, currency: .ugx,
                                              reason: "The event is off"))
        #expect(try scene.shard.published(RefundSucceeded.self).map(\.amount) == [50_000])
        #expect(try scene.status(of: "old-1") == "refunded")
        let again = try scene.shard.send(RequestPaymentRefund(paymentId: "old-2", reason: "Once more"), as: PaymentScene.moderator)
        #expect(again?.status == 409)
    }

    @Test("A seeded payment that was captured by hand shows what was set aside, and only what was taken goes back")
    func captured() throws {
        let scene = try CaptureScene()
        var message = ImportPayment(paymentId: "old-1", orderId: "o-8", userId: PaymentScene.buyer.userID, amount: Money(4700, .ugx),
                                    refunded: false, paidAt: scene.shard.now - .days(1))
        (message.purpose, message.authorized) = (.order, Money(5902, .ugx))
        (message.createdAt, message.paidWith) = (scene.shard.now - .days(2), PaidWith(method: "card", brand: "visa", last4: "1881"))
        for _ in 0..<2 { try scene.shard.receive(message) }
        let payment = try scene.shard.ask(PaymentDetails.self, ["paymentId": "old-1"], as: PaymentScene.buyer).json
        #expect((payment["status"], payment["amount"], payment["purpose"]) == ("succeeded", 5902, "order"))
        #expect((payment["amountAuthorized"], payment["amountCaptured"], payment["createdAt"]) == (5902, 4700, "2026-11-19T07:00:00Z"))
        #expect((payment["method"]?["brand"], payment["method"]?["last4"]) == ("visa", "1881"))
        let rows = try scene.shard.ask(TransactionsOfUser.self, as: PaymentScene.buyer).json["data"]?.array ?? []
        #expect(rows.first { $0["paymentId"] == "old-1" }?["amount"] == 4700)
        func refund(_ amount: Int?) throws -> Reply? {
            try scene.shard.send(RequestPaymentRefund(paymentId: "old-1", amount: amount, reason: "Spilled"), as: PaymentScene.moderator)
        }
        #expect(try refund(4701)?.slug == "refund-exceeds-payment")
        #expect(try refund(nil)?.json["amount"] == 4700)
    }

    @Test("A seeded payment of which nothing was captured is a card that was released")
    func released() throws {
        let scene = try CaptureScene()
        var message = ImportPayment(paymentId: "old-1", orderId: "o-8", userId: PaymentScene.buyer.userID, amount: Money(0, .ugx),
                                    refunded: false, paidAt: scene.shard.now - .days(1))
        message.purpose = .order
        try scene.shard.receive(message)
        #expect(try scene.shard.ask(PaymentDetails.self, ["paymentId": "old-1"], as: PaymentScene.buyer).status == 404)
        message.authorized = Money(5902, .ugx)
        for _ in 0..<2 { try scene.shard.receive(message) }
        let payment = try scene.shard.ask(PaymentDetails.self, ["paymentId": "old-1"], as: PaymentScene.buyer).json
        #expect((payment["status"], payment["amount"], payment["amountCaptured"]) == ("canceled", 5902, 0))
        let rows = try scene.shard.ask(TransactionsOfUser.self, as: PaymentScene.buyer).json["data"]?.array ?? []
        #expect(rows.first { $0["paymentId"] == "old-1" }?["status"] == "canceled")
        let refund = try scene.shard.send(RequestPaymentRefund(paymentId: "old-1", reason: "Spilled"), as: PaymentScene.moderator)
        #expect(refund?.slug == "payment-state")
    }

    @Test("A seeded sale that was refunded stands in the organizer's earnings, and its refund has its own day")
    func refunded() throws {
        let scene = try WalletScene()
        let paid = scene.shard.now - .days(3), refunded = paid + .days(1)
        for (order, isRefunded) in [("o-8", false), ("o-9", true)] {
            try scene.shard.receive(ImportPayment(
                paymentId: PaymentID("p-" + order), orderId: OrderID(order), userId: PaymentScene.buyer.userID, organizerId: "bob",
                eventId: "e-1", title: "Tech Summit", amount: Money(50_000, .ugx), refunded: isRefunded, paidAt: paid,
                refundedAt: isRefunded ? refunded : nil))
        }
        let earnings = try scene.shard.ask(EarningsOfOrganizer.self, as: WalletScene.bob).json
        let event = try #require(earnings["events"]?.array?.first)
        #expect(event["gross"]?["amount"] == 100_000 && event["refunds"]?["amount"] == 50_000 && event["fees"]?["amount"] == 2500)
        let payment = try scene.shard.ask(PaymentDetails.self, ["paymentId": "p-o-9"], as: PaymentScene.buyer).json
        #expect(payment["refunds"]?.array?.first?["createdAt"] == .string(refunded.wholeSeconds.description))
        // Nothing of it is booked again.
        #expect(try scene.shard.count(of: "ledger_entry") == 0)
    }

    @Test("A refund of another payment of the order takes nothing of the sale")
    func otherPayment() throws {
        let scene = try WalletScene()
        try scene.sell("o-8", 50_000)
        try scene.shard.receive(ImportPayment(
            paymentId: "p-other", orderId: "o-8", userId: PaymentScene.buyer.userID, organizerId: "bob", eventId: "e-1", title: "Tech",
            amount: Money(20_000, .ugx), refunded: false, paidAt: scene.shard.now))
        #expect(try scene.wallet() == [0, 47_500, 0, 0])
        try scene.shard.receive(RefundPayment(refundId: "r-1", paymentId: "p-other", orderId: "o-8", amount: 20_000, currency: .ugx,
                                              reason: "Paid twice"))
        #expect(try scene.shard.published(RefundSucceeded.self).count == 1)
        #expect(try scene.wallet() == [0, 47_500, 0, 0])
        try scene.refund("o-8", 50_000, id: "r-2")
        #expect(try scene.wallet() == [0, 0, 0, 0])
    }
}
