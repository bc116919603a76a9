import Contracts
import Kernel
import Messaging
import OrdersDeliveries
import OrdersFood
import OrdersService
import ServiceKit
import TestKit
import Testing

@Suite("Food orders: lists and sums")
struct FoodListTests {
    private let kitchen: FoodKitchen
    private var shard: ShardHarness<Orders> { kitchen.shard }
    init() throws { kitchen = try FoodKitchen() }

    private func numbers(_ reply: Reply) -> [String] { reply.json["data"]?.array?.compactMap { $0["number"]?.string } ?? [] }

    @Test("Customers see their own orders, newest first, by status and time")
    func own() throws {
        let first = try kitchen.place()
        try shard.advance(by: .minutes(1))
        _ = try kitchen.place("card")
        _ = try kitchen.place(as: FoodKitchen.fahad)
        try kitchen.cancel(first.id, "mistake", as: FoodKitchen.noura)
        func list(_ query: JSONValue) throws -> Reply { try shard.ask(FoodOrdersOfCustomer.self, query, as: FoodKitchen.noura) }
        #expect(try numbers(list([:])) == ["SF-100002", "SF-100001"])
        #expect(try numbers(list(["status": "active"])) == ["SF-100002"])
        #expect(try numbers(list(["status": "cancelled,delivered"])) == ["SF-100001"])
        #expect(try list(["status": "eaten"]).status == 422)
        #expect(try numbers(list(["from": "2026-11-21T07:01:00Z"])) == ["SF-100002"])
        #expect(try numbers(list(["to": "2026-11-21T07:01:00Z"])) == ["SF-100001"])
        #expect(try numbers(list(["from": "2026-11-21", "to": "2026-11-21"])) == ["SF-100002", "SF-100001"])
        #expect(try list(["from": "2026-11-22", "to": "2026-11-21"]).status == 422)
        #expect(try numbers(list(["updatedSince": "2026-11-21T07:01:00Z"])) == ["SF-100002", "SF-100001"])
        #expect(try numbers(list(["updatedSince": "2026-11-21T07:01:01Z"])).isEmpty)
        // Orders have whole seconds, phones do not: what changed later in the same second is news for them.
        #expect(try numbers(list(["updatedSince": "2026-11-21T07:01:00.7Z"])) == ["SF-100002", "SF-100001"])
        #expect(try list(["updatedSince": "yesterday"]).status == 422)
        #expect(try numbers(list(["perPage": 1, "page": 2])) == ["SF-100001"])
    }

    @Test("The list of orders on their way takes the filters of the list of all")
    func active() throws {
        let first = try kitchen.place()
        try shard.advance(by: .minutes(1))
        _ = try kitchen.place("card")
        try kitchen.accept(first.id)
        try kitchen.cancel(try kitchen.place().id, "mistake", as: FoodKitchen.noura)
        func list(_ query: JSONValue) throws -> Reply { try shard.ask(ActiveFoodOrders.self, query, as: FoodKitchen.noura) }
        #expect(try numbers(list([:])) == ["SF-100002", "SF-100001"])
        #expect(try numbers(list(["status": "accepted,cancelled"])) == ["SF-100001"])
        #expect(try numbers(list(["status": "active"])) == ["SF-100002", "SF-100001"])
        #expect(try numbers(list(["status": "final"])).isEmpty)
        #expect(try list(["status": "eaten"]).status == 422)
        #expect(try numbers(list(["from": "2026-11-21T07:01:00Z"])) == ["SF-100002"])
        #expect(try list(["from": "2026-11-22", "to": "2026-11-21"]).status == 422)
        #expect(try numbers(list(["updatedSince": "2026-11-21T07:01:01Z"])).isEmpty)
    }

    @Test("A restaurant's list has released orders only, and only its owner or a developer reads it")
    func restaurant() throws {
        let unpaid = try kitchen.place("card"), cash = try kitchen.place()
        func list(_ user: Principal) throws -> Reply {
            try shard.ask(FoodOrdersOfRestaurant.self, ["restaurantId": .string(FoodKitchen.restaurant.rawValue)], as: user)
        }
        #expect(try numbers(list(FoodKitchen.salman)) == ["SF-100002"])
        #expect(try list(FoodKitchen.hind).status == 404)
        try kitchen.pay(unpaid)
        #expect(try numbers(list(FoodKitchen.omar)) == ["SF-100002", "SF-100001"])
        try kitchen.accept(cash.id)
        #expect(try shard.ask(FoodOrdersOfRestaurant.self, ["restaurantId": "other"], as: FoodKitchen.omar).status == 404)
    }

    @Test("The staff finds an order by its number and by a phone as people type it")
    func search() throws {
        _ = try kitchen.place()
        _ = try kitchen.place(as: FoodKitchen.fahad)
        func find(_ text: String) throws -> [String] { try numbers(shard.ask(AllFoodOrders.self, ["search": .string(text)],
                                                                            as: FoodKitchen.khaled)) }
        #expect(try find("SF-100002") == ["SF-100002"])
        #expect(try find("sf-١٠٠٠٠١") == ["SF-100001"])
        #expect(try find("0500000102") == ["SF-100002"])
        #expect(try find("+966500000101") == ["SF-100001"])
        #expect(try find(" 966500000101") == ["SF-100001"])
        #expect(try find("nobody").isEmpty)
        #expect(try numbers(shard.ask(AllFoodOrders.self, as: FoodKitchen.mona)) == ["SF-100002", "SF-100001"])
    }

    @Test("The staff finds orders by the number that they show: that of the account today, and that of the address")
    func phoneToday() throws {
        let first = try kitchen.place()
        try kitchen.cancel(first.id, "mistake", as: FoodKitchen.noura)
        _ = try kitchen.place(phone: "٠٥٥٥١٢٣٤٥٦")
        func find(_ text: String) throws -> [String] { try numbers(shard.ask(AllFoodOrders.self, ["search": .string(text)],
                                                                            as: FoodKitchen.khaled)) }
        #expect(try find("0500000101") == ["SF-100002", "SF-100001"] && find("0555123456") == ["SF-100002"])
        try shard.receive(UserUpdated(userId: "noura", name: "نورة العتيبي", email: "noura@sofra.test", phone: "+966500000777", roles: []))
        #expect(try find("0500000777") == ["SF-100002", "SF-100001"] && find("0500000101").isEmpty)
        try shard.receive(UserErased(userId: "noura"))
        #expect(try find("0555123456") == ["SF-100002"])
        let last = try kitchen.place(as: FoodKitchen.fahad)
        try shard.receive(UserErased(userId: "fahad"))
        #expect(try find("0500000102") == ["SF-100003"], "an order on its way keeps the number until it ends")
        try shard.send(RejectFoodOrder(orderId: last.id, reason: "closing"), as: FoodKitchen.salman)
        #expect(try find("0500000102").isEmpty)
    }

    @Test("Staff who see phones masked find an order by its number only")
    func maskedSearch() throws {
        _ = try kitchen.place(phone: "0555123456")
        func find(_ text: String) throws -> [String] { try numbers(shard.ask(AllFoodOrders.self, ["search": .string(text)],
                                                                            as: FoodKitchen.mona)) }
        #expect(try find("SF-100001") == ["SF-100001"])
        #expect(try find("0500000101").isEmpty && find("+966555123456").isEmpty)
    }

    @Test("The dashboard counts released orders of today, in the restaurant's zone")
    func dashboard() throws {
        let accepted = try kitchen.place(), rejected = try kitchen.place(as: FoodKitchen.fahad)
        _ = try kitchen.place("card")
        try kitchen.accept(accepted.id)
        try shard.advance(by: .minutes(7))
        try kitchen.prepare(accepted.id)
        try kitchen.ready(accepted.id)
        try shard.send(RejectFoodOrder(orderId: rejected.id, reason: "closing"), as: FoodKitchen.salman)
        let query: JSONValue = ["restaurantId": .string(FoodKitchen.restaurant.rawValue)]
        let numbers = try shard.ask(RestaurantDashboard.self, query, as: FoodKitchen.salman).json
        #expect(numbers["counts"]?["ready"] == 1 && numbers["counts"]?["cancelled"] == 1 && numbers["counts"]?["pending"] == 0)
        #expect(numbers["averagePrepMinutes"] == 7 && numbers["acceptanceRate"] == 0.5 && numbers["rating"] == 4.6)
        #expect(numbers["payout"]?["amount"] == 0)
        let before: JSONValue = ["restaurantId": .string(FoodKitchen.restaurant.rawValue), "from": "2026-11-20", "to": "2026-11-20"]
        #expect(try shard.ask(RestaurantDashboard.self, before, as: FoodKitchen.salman).json["acceptanceRate"] == .null)
    }

    @Test("The summary adds up by day and by restaurant")
    func summary() throws {
        let order = try kitchen.placePaid()
        try kitchen.accept(order.id)
        try kitchen.cancel(order.id, "closing", as: FoodKitchen.salman)
        _ = try kitchen.place()
        let day = try shard.ask(FoodSummary.self, ["groupBy": "day"], as: FoodKitchen.mona).json
        #expect(day["cancelled"] == 1 && day["delivered"] == 0 && day["gross"]?["amount"] == 0)
        #expect(day["groups"]?.array?.compactMap { $0["day"]?.string } == ["2026-11-21"])
        let restaurants = try shard.ask(FoodSummary.self, ["groupBy": "restaurant"], as: FoodKitchen.mona).json
        #expect(restaurants["groups"]?.array?.first?["name"] == "سفرة ٢٤")
        #expect(try shard.ask(FoodSummary.self, ["groupBy": "planet"], as: FoodKitchen.mona).status == 422)
    }
}
