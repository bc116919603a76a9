import Contracts
import Kernel
import Messaging
import OrdersFood
import OrdersService
import TestKit
import Testing

@Suite("Food orders: cancelling")
struct CancellingTests {
    private let kitchen: FoodKitchen
    private var shard: ShardHarness<Orders> { kitchen.shard }
    init() throws { kitchen = try FoodKitchen() }

    @Test("Customers cancel free of charge for two minutes, then a card order costs a share of the food")
    func grace() throws {
        let order = try kitchen.placePaid()
        try kitchen.accept(order.id)
        try shard.advance(by: .seconds(119))
        #expect(try kitchen.order(order.id)["cancellationFee"]?["amount"] == 0)
        try shard.advance(by: .seconds(1))
        #expect(try kitchen.order(order.id)["cancellationFee"]?["amount"] == 1240)
        let refused = try #require(try kitchen.cancel(order.id, "too_slow", as: FoodKitchen.noura))
        #expect(refused.slug == "cancellation-fee-changed")
        #expect(refused.json["members"]?["fee"]?["amount"] == 1240)
        #expect(try kitchen.cancel(order.id, "too_slow", as: FoodKitchen.noura, acceptedFee: 1239)?.slug == "cancellation-fee-changed")
        try shard.markSeen()
        let done = try #require(try kitchen.cancel(order.id, "too_slow", as: FoodKitchen.noura, acceptedFee: 1240))
        #expect(done.json["cancellation"]?["refund"]?["amount"] == 6560)
        #expect(try shard.published(RefundPayment.self).map(\.amount) == [6560])
        #expect(try shard.published(ReleaseQuote.self).map(\.parts) == [[.stock, .kitchen]])
        let refund = try #require(try shard.published(RefundPayment.self).first)
        try shard.receive(RefundSucceeded(refundId: refund.refundId, paymentId: order.payment, orderId: order.id, amount: 6560,
                                          currency: FoodKitchen.sar, refundedTotal: 6560))
        let after = try kitchen.order(order.id)
        #expect(after["payment"]?["status"] == "partially_refunded" && after["totals"]?["refunded"]?["amount"] == 6560)
    }

    @Test("While cancelling is free, the fee that the customer accepts is not looked at")
    func free() throws {
        let early = try kitchen.placePaid(), late = try kitchen.placePaid()
        for order in [early, late] { try kitchen.accept(order.id) }
        #expect(try kitchen.cancel(early.id, "mistake", as: FoodKitchen.noura, acceptedFee: -1)?.json["status"] == "cancelled")
        try shard.advance(by: .minutes(2))
        #expect(try kitchen.cancel(late.id, "mistake", as: FoodKitchen.noura, acceptedFee: -1)?.status == 422)
    }

    @Test("A cash order can't be cancelled by its customer after the grace time, and never when it is ready")
    func cash() throws {
        let order = try kitchen.place()
        try kitchen.accept(order.id)
        try shard.advance(by: .minutes(2))
        #expect(try kitchen.cancel(order.id, "mistake", as: FoodKitchen.noura)?.slug == "order-not-cancellable")
        #expect(try kitchen.order(order.id)["cancellationFee"] == .null)
        try kitchen.prepare(order.id)
        try kitchen.ready(order.id)
        #expect(try kitchen.cancel(order.id, "closing", as: FoodKitchen.salman)?.slug == "order-not-cancellable")
        #expect(try kitchen.cancel(order.id, "fraud", as: FoodKitchen.khaled, note: "x")?.json["payment"]?["status"] == "void")
    }

    @Test("What the body must say depends on who asks, and who may not ask at all is told so first")
    func bodies() throws {
        let order = try kitchen.place()
        #expect(try kitchen.cancel(order.id, "fraud", as: FoodKitchen.dana)?.status == 403)
        #expect(try kitchen.cancel(order.id, "mistake", as: FoodKitchen.fahad)?.status == 404)
        #expect(try kitchen.cancel(order.id, "closing", as: FoodKitchen.noura)?.status == 422)
        #expect(try kitchen.cancel(order.id, "fraud", as: FoodKitchen.khaled)?.status == 422, "staff say why in a note")
        let tooMuch = CancelFoodOrder(orderId: order.id, reason: "fraud", note: "x", refund: FoodKitchen.money(1))
        #expect(try shard.send(tooMuch, as: FoodKitchen.khaled)?.status == 422, "a cash order paid nothing yet")
        let early = CancelFoodOrder(orderId: order.id, reason: "fraud", note: "x", payRestaurant: true)
        #expect(try shard.send(early, as: FoodKitchen.khaled)?.status == 422)
        let alone = CancelFoodOrder(orderId: order.id, reason: "fraud", note: "x", payCourier: true)
        #expect(try shard.send(alone, as: FoodKitchen.khaled)?.status == 422)
        let done = try #require(try kitchen.cancel(order.id, "fraud", as: FoodKitchen.khaled, note: "x"))
        #expect(done.json["cancellation"]?["by"]?["role"] == "support")
        #expect(try kitchen.cancel(order.id, "fraud", as: FoodKitchen.khaled, note: "x")?.status == 200)
        #expect(try kitchen.cancel(order.id, "mistake", as: FoodKitchen.noura)?.slug == "order-not-cancellable")
    }

    @Test("Of a body of any form every wrong field is named, after the order is found")
    func anyForm() throws {
        let charged = try kitchen.placePaid()
        try kitchen.accept(charged.id)
        try shard.advance(by: .minutes(2))
        let order = try kitchen.place()
        func wrong(_ more: [String: JSONValue], of id: OrderID? = nil, as user: Principal) throws -> Reply? {
            let body = JSONValue.object(more.merging(["orderId": .string((id ?? order.id).rawValue)]) { own, _ in own })
            return try shard.send(try JSON.decode(CancelFoodOrder.self, from: JSON.encode(body)), as: user)
        }
        func fields(_ reply: Reply?) -> [String]? { reply?.json["errors"]?.object?.keys.sorted() }
        #expect(try fields(wrong(["note": 5], as: FoodKitchen.noura)) == ["note", "reason"])
        let unread: [String: JSONValue] = ["reason": [], "note": "x", "acceptedFee": 5]
        #expect(try fields(wrong(unread, of: charged.id, as: FoodKitchen.noura)) == ["acceptedFee", "reason"])
        #expect(try fields(wrong(unread, as: FoodKitchen.noura)) == ["reason"], "what is free asks for no fee")
        let staff: [String: JSONValue] = ["reason": 1, "note": [:], "refund": "all", "payRestaurant": 1, "payCourier": "no"]
        #expect(try fields(wrong(staff, as: FoodKitchen.khaled)) == ["note", "payCourier", "payRestaurant", "reason", "refund"])
        #expect(try wrong(["note": 5], as: FoodKitchen.fahad)?.status == 404)
        #expect(try kitchen.status(order.id) == "pending")
    }

    @Test("Stock is given back until the kitchen begins, its place until the order is ready")
    func held() throws {
        for (steps, parts) in [(0, [[ReleaseQuote.Part.stock, .kitchen]]), (1, [[.stock, .kitchen]]), (2, [[.kitchen]]), (3, [])] {
            let order = try kitchen.place()
            if steps > 0 { try kitchen.accept(order.id) }
            if steps > 1 { try kitchen.prepare(order.id) }
            if steps > 2 { try kitchen.ready(order.id) }
            try shard.markSeen()
            try kitchen.cancel(order.id, "fraud", as: FoodKitchen.khaled, note: "x")
            #expect(try shard.published(ReleaseQuote.self).map(\.parts) == parts)
        }
    }
}
