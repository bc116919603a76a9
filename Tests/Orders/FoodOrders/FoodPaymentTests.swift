import Contracts
import Kernel
import OrdersFood
import OrdersService
import TestKit
import Testing

@Suite("Food orders: paying")
struct FoodPaymentTests {
    private let kitchen: FoodKitchen
    private var shard: ShardHarness<Orders> { kitchen.shard }
    init() throws { kitchen = try FoodKitchen() }

    @Test("A card order asks payments for the whole total at once, with the kept method and the end of the window")
    func intent() throws {
        let order = try kitchen.place("card", methodId: "visa")
        let intent = try #require(try shard.published(CreateIntent.self).last)
        #expect(intent.paymentId == order.payment && intent.amount == 7800 && intent.paymentMethodId == "visa")
        #expect(intent.holdExpiresAt == FoodKitchen.opening + .minutes(10))
        #expect(try kitchen.order(order.id)["payment"]?["status"] == "requires_payment_method")
    }

    @Test("The states of a payment are shown as they come; a failure leaves the window open")
    func states() throws {
        let order = try kitchen.place("card")
        func status() throws -> JSONValue? { try kitchen.order(order.id)["payment"] }
        let start = FoodKitchen.opening
        try shard.receive(PaymentStarted(paymentId: order.payment, orderId: order.id, userId: "noura", amount: 7800,
                                         currency: FoodKitchen.sar, attempt: 1, method: "card", startedAt: start, deadlineAt: start))
        #expect(try status()?["status"] == "processing")
        try shard.receive(PaymentRequiresAction(paymentId: order.payment, orderId: order.id, userId: "noura", amount: 7800,
                                                currency: FoodKitchen.sar, attempt: 1, method: "card", instructions: "3-D Secure"))
        #expect(try status()?["nextAction"]?["instructions"] == "3-D Secure")
        try shard.receive(PaymentFailed(paymentId: order.payment, orderId: order.id, userId: "noura", amount: 7800,
                                        currency: FoodKitchen.sar, attempt: 1, failureCode: "card_declined"))
        #expect(try status()?["status"] == "failed" && status()?["failureCode"] == "card_declined" && status()?["nextAction"] == .null)
        try kitchen.pay(order)
        #expect(try status()?["status"] == "paid" && status()?["failureCode"] == .null)
        // What comes late of an attempt before changes nothing.
        try shard.receive(PaymentFailed(paymentId: order.payment, orderId: order.id, userId: "noura", amount: 7800,
                                        currency: FoodKitchen.sar, attempt: 1, failureCode: "card_declined"))
        #expect(try status()?["status"] == "paid")
    }

    @Test("News of an attempt that has failed come too late; the next attempt counts")
    func outOfOrder() throws {
        let order = try kitchen.place("card")
        func status() throws -> JSONValue? { try kitchen.order(order.id)["payment"]?["status"] }
        func started(_ attempt: Int) -> PaymentStarted {
            PaymentStarted(paymentId: order.payment, orderId: order.id, userId: "noura", amount: 7800, currency: FoodKitchen.sar,
                           attempt: attempt, method: "card", startedAt: shard.now, deadlineAt: shard.now + .minutes(10))
        }
        try shard.receive(PaymentFailed(paymentId: order.payment, orderId: order.id, userId: "noura", amount: 7800,
                                        currency: FoodKitchen.sar, attempt: 1, failureCode: "card_declined"))
        try shard.receive(started(1))
        try shard.receive(PaymentRequiresAction(paymentId: order.payment, orderId: order.id, userId: "noura", amount: 7800,
                                                currency: FoodKitchen.sar, attempt: 1, method: "card", instructions: "3-D Secure"))
        #expect(try status() == "failed" && kitchen.order(order.id)["payment"]?["failureCode"] == "card_declined")
        try shard.receive(started(2))
        #expect(try status() == "processing")
    }

    @Test("Another sum than was asked for pays nothing and goes back")
    func mismatch() throws {
        let order = try kitchen.place("card")
        try kitchen.pay(order, 7799)
        #expect(try shard.published(RefundPayment.self).map(\.amount) == [7799])
        #expect(try kitchen.order(order.id)["releasedAt"] == .null)
        try shard.advance(by: .minutes(10))
        #expect(try kitchen.order(order.id)["cancellation"]?["reason"] == "payment_timeout")
        #expect(try shard.published(RefundPayment.self).count == 1)
    }

    @Test("A result that comes twice has one effect")
    func twice() throws {
        let order = try kitchen.place("card")
        try kitchen.pay(order)
        try kitchen.pay(order)
        #expect(try shard.published(OrderReleased.self).count == 1 && shard.published(RefundPayment.self).isEmpty)
        #expect(try kitchen.order(order.id)["version"] == 2)
    }

    @Test("A refund by hand is shown while it runs and when it ends; one that fails is, too")
    func byHand() throws {
        let order = try kitchen.placePaid()
        try shard.receive(KeepRefundReason(refundId: "hand", orderId: order.id, reason: "cold", amount: FoodKitchen.money(1000)))
        #expect(try kitchen.order(order.id)["payment"]?["status"] == "refund_pending")
        try shard.receive(RefundSucceeded(refundId: "hand", paymentId: order.payment, orderId: order.id, amount: 1000,
                                          currency: FoodKitchen.sar, refundedTotal: 1000))
        #expect(try kitchen.order(order.id)["payment"]?["status"] == "partially_refunded")
        try shard.receive(KeepRefundReason(refundId: "more", orderId: order.id, reason: "cold", amount: FoodKitchen.money(6800)))
        try shard.receive(RefundFailed(refundId: "more", paymentId: order.payment, orderId: order.id, amount: 6800,
                                       currency: FoodKitchen.sar, failureCode: "card_closed"))
        let failed = try kitchen.order(order.id)
        #expect(failed["payment"]?["status"] == "refund_failed" && failed["totals"]?["refunded"]?["amount"] == 1000)
    }
}
