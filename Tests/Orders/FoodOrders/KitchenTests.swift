import Contracts
import Kernel
import OrdersFood
import OrdersService
import TestKit
import Testing

@Suite("Food orders: the kitchen")
struct KitchenTests {
    private let kitchen: FoodKitchen
    private var shard: ShardHarness<Orders> { kitchen.shard }
    init() throws { kitchen = try FoodKitchen() }

    @Test("A cash order goes from pending to ready, each step once, none skipped")
    func steps() throws {
        let order = try kitchen.place()
        try shard.markSeen()
        #expect(try kitchen.ready(order.id)?.slug == "invalid-transition")
        let accepted = try #require(try kitchen.accept(order.id))
        #expect(accepted.json["status"] == "accepted" && accepted.json["version"] == 2)
        #expect(accepted.json["estimatedReadyAt"] == "2026-11-21T07:20:00Z")
        #expect(accepted.json["delivery"]?["status"] == "searching")
        #expect(try kitchen.accept(order.id)?.json["version"] == 2, "the same person's same action changes nothing")
        #expect(try kitchen.accept(order.id, as: FoodKitchen.omar)?.slug == "invalid-transition")
        #expect(try kitchen.prepare(order.id)?.json["status"] == "preparing")
        #expect(try kitchen.accept(order.id)?.slug == "invalid-transition")
        #expect(try kitchen.ready(order.id)?.json["status"] == "ready")
        #expect(try shard.published(OrderAccepted.self).count == 1 && shard.published(OrderReady.self).count == 1)
        #expect(try shard.published(ConfirmQuote.self).map(\.claimId) == [order.claim])
        #expect(try shard.published(ReleaseQuote.self).map(\.parts) == [[.kitchen]])
        let timeline = try kitchen.order(order.id)["timeline"]?.array ?? []
        #expect(timeline.compactMap { $0["status"]?.string } == ["pending", "accepted", "preparing", "ready"])
        #expect(timeline.last?["by"] == ["role": "owner", "id": "salman"])
        #expect(try shard.published(FoodOrderUpdated.self).map(\.update.version) == [2, 3, 4])
    }

    @Test("A repeat changes nothing, even when the estimate has passed meanwhile")
    func lateRepeats() throws {
        let order = try kitchen.place()
        #expect(try kitchen.accept(order.id)?.json["estimatedDeliveryAt"] == "2026-11-21T07:31:00Z")
        try shard.advance(by: .minutes(34))
        try shard.markSeen()
        #expect(try kitchen.accept(order.id)?.json["version"] == 2)
        #expect(try shard.published(FoodOrderUpdated.self).isEmpty)
        try kitchen.prepare(order.id)
        #expect(try kitchen.ready(order.id)?.json["estimatedDeliveryAt"] == "2026-11-21T07:45:00Z")
        try shard.advance(by: .minutes(14))
        try shard.markSeen()
        let repeated = try #require(try kitchen.ready(order.id))
        #expect(repeated.status == 200 && repeated.json["version"] == 4)
        #expect(try shard.published(FoodOrderUpdated.self).isEmpty)
    }

    @Test("A card order is nobody's business but the customer's until it is paid")
    func unpaid() throws {
        let order = try kitchen.place("card")
        #expect(try shard.ask(FoodOrderDetails.self, ["orderId": .string(order.id.rawValue)], as: FoodKitchen.salman).status == 404)
        #expect(try kitchen.accept(order.id)?.status == 404)
        try kitchen.pay(order)
        #expect(try kitchen.order(order.id)["payment"]?["status"] == "paid")
        #expect(try kitchen.accept(order.id)?.status == 200)
    }

    @Test("Another owner gets 404, a developer acts in the owner's place")
    func others() throws {
        let order = try kitchen.place()
        #expect(try kitchen.accept(order.id, as: FoodKitchen.hind)?.status == 404)
        let accepted = try #require(try kitchen.accept(order.id, as: FoodKitchen.omar))
        #expect(accepted.json["timeline"]?.array?.last?["by"]?["role"] == "developer")
    }

    @Test("The preparation time changes three times, and with it the estimate")
    func prepTime() throws {
        let order = try kitchen.place()
        try kitchen.accept(order.id, 30)
        for minutes in [40, 50, 60] {
            let reply = try #require(try shard.send(ChangePrepTime(orderId: order.id, prepMinutes: minutes), as: FoodKitchen.salman))
            #expect(reply.json["estimatedReadyAt"]?.string == (FoodKitchen.opening + .minutes(minutes)).description)
        }
        #expect(try shard.send(ChangePrepTime(orderId: order.id, prepMinutes: 5), as: FoodKitchen.salman)?.slug == "limit-reached")
        #expect(try kitchen.order(order.id, as: FoodKitchen.salman)["allowedActions"] == ["prepare", "cancel", "message"])
    }

    @Test("Of accept and cancel at the same moment the first in the log wins")
    func rivals() throws {
        let first = try kitchen.place()
        try kitchen.accept(first.id)
        #expect(try kitchen.cancel(first.id, "mistake", as: FoodKitchen.noura)?.json["status"] == "cancelled")
        let second = try kitchen.place()
        #expect(try kitchen.cancel(second.id, "mistake", as: FoodKitchen.noura)?.json["status"] == "cancelled")
        #expect(try kitchen.accept(second.id)?.slug == "invalid-transition")
    }

    @Test("A rejected order is over, what was paid goes back, and the repetition is 200 only for the same person")
    func reject() throws {
        let order = try kitchen.placePaid()
        try shard.markSeen()
        #expect(try shard.send(RejectFoodOrder(orderId: order.id, reason: "other"), as: FoodKitchen.salman)?.status == 422)
        let reply = try #require(try shard.send(RejectFoodOrder(orderId: order.id, reason: "too_busy"), as: FoodKitchen.salman))
        #expect(reply.json["cancellation"]?["reason"] == "too_busy" && reply.json["payment"]?["status"] == "refund_pending")
        #expect(try shard.published(RefundPayment.self).map(\.amount) == [7800])
        #expect(try shard.published(ReleaseQuote.self).map(\.parts) == [[.stock, .kitchen]])
        #expect(try shard.published(FoodOrderCancelled.self).map(\.rejected) == [true])
        #expect(try shard.send(RejectFoodOrder(orderId: order.id, reason: "too_busy"), as: FoodKitchen.salman)?.status == 200)
        #expect(try shard.send(RejectFoodOrder(orderId: order.id, reason: "too_busy"), as: FoodKitchen.omar)?.slug == "invalid-transition")
        #expect(try kitchen.posted().isEmpty)
    }
}
