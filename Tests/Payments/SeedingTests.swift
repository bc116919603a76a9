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
}
