import Contracts
import Kernel
import Messaging
import PaymentsService
import TestKit
import Testing

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
