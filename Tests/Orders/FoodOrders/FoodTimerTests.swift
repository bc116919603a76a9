import Contracts
import Kernel
import OrdersDeliveries
import OrdersFood
import OrdersService
import TestKit
import Testing

@Suite("Food orders: what happens by itself")
struct FoodTimerTests {
    private let kitchen: FoodKitchen
    private var shard: ShardHarness<Orders> { kitchen.shard }
    init() throws { kitchen = try FoodKitchen() }

    @Test("Nobody accepts: a reminder after five minutes, the end after ten, to the second")
    func notAccepted() throws {
        let order = try kitchen.place()
        try shard.advance(by: .minutes(5))
        #expect(try shard.published(AcceptanceReminderDue.self).count == 1)
        try shard.advance(by: .seconds(299))
        #expect(try kitchen.status(order.id) == "pending")
        try shard.advance(by: .seconds(1))
        let ended = try kitchen.order(order.id)
        #expect(ended["cancellation"]?["reason"] == "not_accepted" && ended["cancellation"]?["by"] == ["role": "system", "id": .null])
        #expect(ended["cancellation"]?["at"] == "2026-11-21T07:10:00Z")
        #expect(try kitchen.accept(order.id)?.slug == "acceptance-window-closed")
        #expect(try shard.send(RejectFoodOrder(orderId: order.id, reason: "too_busy"), as: FoodKitchen.salman)?.slug
            == "acceptance-window-closed")
    }

    @Test("A hold of the catalog that ends before anybody accepted ends the order; one of an accepted order changes nothing")
    func claimExpired() throws {
        let pending = try kitchen.place(), accepted = try kitchen.place(as: FoodKitchen.fahad)
        try kitchen.accept(accepted.id)
        for order in [pending, accepted] { try shard.receive(QuoteClaimExpired(claimId: order.claim, orderId: order.id)) }
        #expect(try kitchen.order(pending.id, as: FoodKitchen.omar)["cancellation"]?["reason"] == "claim_expired")
        #expect(try kitchen.order(accepted.id, as: FoodKitchen.omar)["status"] == "accepted")
    }

    @Test("An order can't be accepted at its deadline, also before its timer fired")
    func deadline() throws {
        let order = try kitchen.place()
        shard.now = FoodKitchen.opening + .minutes(10)
        #expect(try kitchen.accept(order.id)?.slug == "acceptance-window-closed")
        let other = try kitchen.place(as: FoodKitchen.fahad)
        shard.now = shard.now + .seconds(599)
        #expect(try kitchen.accept(other.id)?.status == 200)
    }

    @Test("A card order that is not paid ends after ten minutes; money that comes later goes back once, also when it is told twice")
    func latePayment() throws {
        let order = try kitchen.place("card")
        try shard.advance(by: .minutes(10))
        let ended = try kitchen.order(order.id)
        #expect(ended["cancellation"]?["reason"] == "payment_timeout" && ended["payment"]?["status"] == "canceled")
        #expect(try shard.published(CancelIntent.self).count == 1)
        try shard.markSeen()
        try kitchen.pay(order)
        try kitchen.pay(order)
        let refunds = try shard.published(RefundPayment.self)
        #expect(refunds.map(\.amount) == [7800])
        #expect(try kitchen.status(order.id) == "cancelled")
        let refund = try #require(refunds.first)
        try shard.receive(RefundSucceeded(refundId: refund.refundId, paymentId: order.payment, orderId: order.id, amount: 7800,
                                          currency: FoodKitchen.sar, refundedTotal: 7800))
        #expect(try kitchen.order(order.id)["payment"]?["status"] == "refunded")
        #expect(try kitchen.posted().isEmpty)
    }

    @Test("A success that comes before the timeout releases, one in the same moment is too late")
    func paymentAtTheDeadline() throws {
        let early = try kitchen.place("card")
        shard.now = FoodKitchen.opening + .seconds(599)
        try kitchen.pay(early)
        #expect(try kitchen.order(early.id)["payment"]?["status"] == "paid")
        let late = try kitchen.place("card", as: FoodKitchen.fahad)
        shard.now = shard.now + .minutes(10)
        try kitchen.pay(late, as: FoodKitchen.fahad)
        #expect(try kitchen.order(late.id, as: FoodKitchen.fahad)["payment"]?["status"] == "refund_pending")
    }

    @Test("Without a courier an order ends 45 minutes after it was ready: the customer has everything back, the restaurant is paid")
    func noCourier() throws {
        let order = try kitchen.placePaid()
        try kitchen.accept(order.id)
        try kitchen.prepare(order.id)
        try kitchen.ready(order.id)
        try shard.advance(by: .minutes(44))
        #expect(try kitchen.status(order.id) == "ready")
        try shard.markSeen()
        try shard.advance(by: .minutes(1))
        #expect(try kitchen.order(order.id)["cancellation"]?["reason"] == "no_courier")
        #expect(try shard.published(RefundPayment.self).map(\.amount) == [7800])
        #expect(try kitchen.posted().map { $0.entries.map(\.amount.amount) } == [[6200, -930, 930, -6200]])
        #expect(try kitchen.posted().map(\.at) == [FoodKitchen.opening + .minutes(45)])
    }

    @Test("A late order is told once, and anew after another preparation time")
    func late() throws {
        let order = try kitchen.place()
        try kitchen.accept(order.id, 10)
        try shard.advance(by: .minutes(25))
        #expect(try shard.published(OrderLate.self).count == 1)
        try shard.send(ChangePrepTime(orderId: order.id, prepMinutes: 10), as: FoodKitchen.salman)
        try shard.advance(by: .minutes(24))
        #expect(try shard.published(OrderLate.self).count == 1)
        try shard.advance(by: .minutes(1))
        #expect(try shard.published(OrderLate.self).count == 2)
    }

    @Test("One long jump of the clock ends as small steps do", arguments: [true, false])
    func jump(_ isLong: Bool) throws {
        let unpaid = try kitchen.place("card"), pending = try kitchen.place(as: FoodKitchen.fahad)
        let ready = try kitchen.placePaid()
        try kitchen.accept(ready.id, 5)
        try kitchen.prepare(ready.id)
        try kitchen.ready(ready.id)
        try shard.markSeen()
        if isLong { try shard.advance(by: .minutes(90)) } else { for _ in 0..<90 { try shard.advance(by: .minutes(1)) } }
        let ends = try [unpaid.id, pending.id, ready.id].map { try kitchen.order($0, as: FoodKitchen.omar)["cancellation"]?["at"]?.string }
        #expect(ends == ["2026-11-21T07:10:00Z", "2026-11-21T07:10:00Z", "2026-11-21T07:45:00Z"])
        let job = try shard.ask(DeliveryDetails.self, ["deliveryId": .string(ready.id.rawValue)], as: FoodKitchen.omar).json
        #expect(job["timeline"]?.array?.last?["at"] == "2026-11-21T07:45:00Z")
        #expect(try shard.published(FoodOrderCancelled.self).map(\.reason).sorted() == ["no_courier", "not_accepted", "payment_timeout"])
        #expect(try shard.published(AcceptanceReminderDue.self).count == 1)
        #expect(try kitchen.posted().map(\.at) == [FoodKitchen.opening + .minutes(45)])
    }
}
