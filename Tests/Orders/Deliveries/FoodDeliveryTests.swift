import Contracts
import Kernel
import Messaging
import OrdersDeliveries
import OrdersFood
import ServiceKit
import TestKit
import Testing

@Suite("Food on its way")
struct FoodDeliveryTests {
    private let road: FoodRoad
    private let yasser = FoodRoad.courier("yasser")
    init() throws { road = try FoodRoad() }

    @Test("A cash order comes to the door by its code: the order is delivered and paid, and the courier owes the cash less his pay")
    func delivered() throws {
        let order = try road.accepted()
        try road.goOnline("yasser")
        let offer = try road.shard.ask(OffersForCourier.self, as: yasser).json["data"]?.array?.first
        #expect(offer?["payout"]?["total"]?["amount"] == 1220 && offer?["cash"]?["collect"]?["amount"] == 7800)
        #expect(try road.claim(order, by: "yasser")?.json["status"] == "assigned")
        #expect(try road.order(order)["delivery"]?["courier"]?["id"] == "yasser")
        #expect(try road.shard.send(ArriveAtRestaurant<FoodSale>(deliveryId: order), as: yasser)?.status == 200)
        #expect(try road.pickUp(order, by: "yasser")?.slug == "order-not-ready")
        try road.cook(order)
        #expect(try road.pickUp(order, by: "yasser")?.status == 200)
        #expect(try road.order(order)["status"] == "out_for_delivery")
        #expect(try road.shard.send(ArriveAtCustomer<FoodSale>(deliveryId: order), as: yasser)?.status == 200)
        let code = try #require(try road.order(order)["deliveryCode"]?.string)
        #expect(try road.order(order, as: yasser)["deliveryCode"] == .null)
        let wrong = code == "0000" ? "1111" : "0000"
        func complete(_ code: String) throws -> Reply? {
            let cash = FoodKitchen.money(7800)
            return try road.shard.send(CompleteDelivery<FoodSale>(deliveryId: order, code: code, cashCollected: cash), as: yasser)
        }
        #expect(try complete(wrong)?.json["members"]?["attemptsLeft"] == 4)
        #expect(try complete(code)?.json["status"] == "delivered")
        let shown = try road.order(order)
        #expect(shown["status"] == "delivered" && shown["payment"]?["status"] == "paid")
        #expect(try road.shard.published(RecordOrderCash.self).map(\.courierId) == ["yasser"])
        #expect(try road.posted(to: "yasser") == 1220 - 7800 && road.posted(to: "salman") == 5270)
        #expect(try road.shard.ask(CourierProfile.self, as: yasser).json["cashInHand"]?["amount"] == 7800)
        #expect(try road.shard.ask(EarningsOfCourier.self, as: yasser).json["total"]?["amount"] == 1220)
        let morning: JSONValue = ["from": "2026-11-21T00:00:00Z", "to": "2026-11-21T12:00:00Z"]
        #expect(try road.shard.ask(EarningsOfCourier.self, morning, as: yasser).json["total"]?["amount"] == 1220)
        #expect(try road.shard.ask(DeliveriesOfCourier.self, ["status": "final"], as: yasser).json["meta"]?["total"] == 1)
        try road.shard.receive(CourierCashSettled(entryId: "s", courierId: "yasser", amount: FoodKitchen.money(7800),
                                                  settledAt: road.shard.now))
        #expect(try road.shard.ask(CourierProfile.self, as: yasser).json["cashInHand"]?["amount"] == 0)
        // Nobody but the customer ever hears the code.
        #expect(try road.shard.columns(holding: "\"\(code)\"").allSatisfy { $0.hasPrefix("souk_inbox") })
    }

    @Test("An order that nobody takes at the door is cancelled as undeliverable, and the courier has his pay without the tip")
    func undeliverable() throws {
        let order = try road.out()
        try road.shard.send(ArriveAtCustomer<FoodSale>(deliveryId: order), as: yasser)
        try road.shard.advance(by: .minutes(10))
        let fail = FailDelivery<FoodSale>(deliveryId: order, reason: .refused, note: "لا أحد")
        #expect(try road.shard.send(fail, as: yasser)?.json["status"] == "failed")
        let shown = try road.order(order)
        #expect(shown["status"] == "cancelled" && shown["cancellation"]?["reason"] == "undeliverable")
        #expect(shown["cancellation"]?["note"] == "لا أحد" && shown["cancellation"]?["by"]?["role"] == "courier")
        #expect(try road.posted(to: "yasser") == 720)
    }

    @Test("An order that lost its courier is cancelled 45 minutes after that, not after it was ready")
    func noCourier() throws {
        try road.goOnline("yasser")
        let order = try road.accepted()
        try road.claim(order, by: "yasser")
        try road.cook(order)
        try road.shard.advance(by: .minutes(10))
        try road.shard.send(ReleaseDelivery<FoodSale>(deliveryId: order, reason: "x"), as: yasser)
        try road.shard.advance(by: .minutes(44))
        #expect(try road.order(order)["status"] == "ready")
        #expect(try road.shard.published(DeliveryUnassigned.self).count == 1 && road.attention() == [order.rawValue])
        // The claim comes before the timer fires: what was due takes effect first.
        try road.goOnline("majed")
        road.shard.now = road.shard.now + .minutes(1)
        #expect(try road.claim(order, by: "majed")?.slug == "delivery-cancelled")
        #expect(try road.order(order)["cancellation"]?["reason"] == "no_courier")
    }

    @Test("The 45 minutes count from the second at which the timeline says that the courier lost the job")
    func noCourierToTheSecond() throws {
        try road.goOnline("yasser")
        let order = try road.accepted()
        try road.claim(order, by: "yasser")
        try road.cook(order)
        road.shard.now = road.shard.now.wholeSeconds + .milliseconds(700)
        try road.shard.send(ReleaseDelivery<FoodSale>(deliveryId: order, reason: "x"), as: yasser)
        let due = road.shard.now.wholeSeconds + .minutes(45)
        try road.shard.advance(by: due - road.shard.now)
        let shown = try road.order(order)
        #expect(shown["status"] == "cancelled" && shown["cancellation"]?["at"]?.string == due.description)
    }

    @Test("An order has a new version when its courier or its estimate changes, and none for a step to the side")
    func versions() throws {
        let order = try road.out()
        func version() throws -> Int { try road.order(order)["version"]?.int ?? 0 }
        func move(_ place: GeoPoint) throws {
            road.shard.now = road.shard.now + .seconds(4)
            #expect(try road.shard.send(RecordPosition<FoodSale>(location: place), as: yasser)?.status == 204)
        }
        let before = try version()
        try move(GeoPoint(lat: 24.71501, lng: 46.6790))
        #expect(try version() == before)
        try move(FoodKitchen.home)
        #expect(try version() == before + 1)
        #expect(try road.order(order)["delivery"]?["location"]?["lat"] == 24.704)
    }

    @Test("A changed ready time is a new version, also when the courier's way decides when the order arrives")
    func readyTime() throws {
        // 28 minutes from the restaurant.
        try road.goOnline("yasser", at: GeoPoint(lat: 24.7886, lng: 46.6753))
        let order = try road.accepted()
        #expect(try road.claim(order, by: "yasser")?.status == 200)
        let before = try road.order(order)
        try road.shard.markSeen()
        let change = ChangePrepTime(orderId: order, prepMinutes: 10)
        let changed = try #require(try road.shard.send(change, as: FoodKitchen.salman)?.json)
        #expect(changed["estimatedReadyAt"] != before["estimatedReadyAt"])
        #expect(changed["estimatedDeliveryAt"] == before["estimatedDeliveryAt"])
        #expect(changed["version"]?.int == before["version"]?.int.map { $0 + 1 })
        #expect(try road.shard.published(FoodOrderUpdated.self).count == 1)
    }

    @Test("Of an order that ended only the staff sees where its courier was last, and nobody once its customer is erased")
    func lastPosition() throws {
        let order = try road.out()
        let override = OverrideDelivery<FoodSale>(deliveryId: order, note: "confirmed by phone")
        #expect(try road.shard.send(override, as: FoodRoad.supervisor)?.status == 200)
        func place(_ user: Principal) throws -> JSONValue? { try road.order(order, as: user)["delivery"]?["location"] }
        #expect(try place(FoodRoad.supervisor)?["lat"] == 24.715)
        for party in [FoodKitchen.noura, FoodKitchen.salman, yasser] { #expect(try place(party) == .null) }
        try road.shard.receive(UserErased(userId: "noura"))
        #expect(try place(FoodRoad.supervisor) == .null)
    }

    @Test("An order that is long ready by its estimate is never said to arrive before now")
    func notBeforeNow() throws {
        let order = try road.accepted()
        try road.shard.advance(by: .hours(1))
        try road.goOnline("yasser")
        try road.claim(order, by: "yasser")
        try road.shard.markSeen()
        try road.shard.send(ReleaseDelivery<FoodSale>(deliveryId: order, reason: "x"), as: yasser)
        let told = try road.shard.published(DeliveryEstimateChanged.self).map(\.estimatedDeliveryAt)
        #expect(told.last == road.shard.now.wholeSeconds && told.allSatisfy { $0 >= road.shard.now.wholeSeconds })
    }

    @Test("A live message about an order that came half a minute before its estimate tells when it came, as the order does")
    func toldArrival() throws {
        let order = try road.out()
        let expected = try #require(try Timestamp(road.order(order)["estimatedDeliveryAt"]?.string ?? ""))
        try road.shard.advance(by: expected - road.shard.now - .seconds(30))
        try road.shard.markSeen()
        let override = OverrideDelivery<FoodSale>(deliveryId: order, note: "confirmed by phone")
        #expect(try road.shard.send(override, as: FoodRoad.supervisor)?.status == 200)
        let told = try road.shard.published(FoodOrderUpdated.self).last?.update.estimatedDeliveryAt?.description
        #expect(try told != nil && told == road.order(order)["estimatedDeliveryAt"]?.string)
    }

    @Test("Offers open by the clock, are declined and withdrawn; the staff assigns, completes, approves and suspends")
    func staff() throws {
        try road.goOnline("yasser")
        let order = try road.accepted()
        try road.shard.advance(by: .seconds(60))
        #expect(try road.shard.ask(OffersForCourier.self, as: yasser).json["data"]?.array?.first?["expiresAt"] == .null)
        #expect(try road.shard.send(DeclineDelivery<FoodSale>(deliveryId: order), as: yasser)?.status == 204)
        let assigned = try road.shard.send(AssignDelivery<FoodSale>(deliveryId: order, courierId: "yasser"), as: FoodRoad.supervisor)
        #expect(assigned?.json["courier"]?["id"] == "yasser")
        #expect(try road.shard.ask(DeliveryDetails.self, ["deliveryId": .string(order.rawValue)], as: yasser).status == 200)
        try road.cook(order)
        try road.pickUp(order, by: "yasser")
        let suspend = SuspendCourier<FoodSale>(courierId: "yasser", reason: "x")
        #expect(try road.shard.send(suspend, as: FoodRoad.supervisor)?.json["status"] == "suspended")
        let override = OverrideDelivery<FoodSale>(deliveryId: order, note: "confirmed by phone")
        #expect(try road.shard.send(override, as: FoodRoad.supervisor)?.json["status"] == "delivered")
        #expect(try road.order(order)["timeline"]?.array?.last?["by"]?["role"] == "supervisor")
        #expect(try road.shard.ask(AllCouriers.self, as: FoodRoad.supervisor).json["meta"]?["total"] == 2)
        // His position goes a day after the job.
        try road.shard.advance(by: .hours(24))
        #expect(try road.shard.ask(CourierProfile.self, as: yasser).json["location"] == .null)
    }

    @Test("A courier who is erased with orders on the way is named until the last of them ends")
    func erasedOnTheWay() throws {
        try road.goOnline("yasser")
        let orders = [try road.accepted(), try road.accepted()]
        for order in orders {
            try road.claim(order, by: "yasser")
            try road.cook(order)
            #expect(try road.pickUp(order, by: "yasser")?.status == 200)
        }
        #expect(try road.shard.send(PostFoodMessage(orderId: orders[0], text: "أنا في الطريق"), as: yasser)?.status == 201)
        try road.shard.receive(UserErased(userId: "yasser"))
        for order in orders {
            let courier = try road.order(order)["delivery"]?["courier"]
            #expect(courier?["name"] == "yasser" && courier?["phone"] == "+966500000105")
            #expect(try road.message(in: orders[0]) == (order == orders[0] ? "أنا في الطريق" : "[محذوف]"))
            let override = OverrideDelivery<FoodSale>(deliveryId: order, note: "confirmed by phone")
            #expect(try road.shard.send(override, as: FoodRoad.supervisor)?.json["status"] == "delivered")
        }
        for order in orders {
            let courier = try road.order(order)["delivery"]?["courier"]
            #expect(courier?["name"] == "محذوف" && courier?["phone"] == .null)
        }
        let report = try road.shard.ask(FoodSummary.self, ["groupBy": "courier"], as: FoodRoad.supervisor).json
        #expect(report["groups"]?.array?.map { $0["name"] } == ["محذوف"], "as his orders name him")
    }

    @Test("No request that is sent again is answered with the customer's door, or the courier's name, after an erasure",
          arguments: [true, false])
    func storedAnswers(ofCourier isCourier: Bool) throws {
        func send(_ command: some Message, _ id: String? = nil, as who: Principal = FoodRoad.supervisor) throws -> JSONValue {
            try #require(try road.shard.send(command, as: who, id: id)).json
        }
        try road.goOnline("yasser")
        let order = try road.accepted(), line = "شارع العليا ١٢", unkept: JSONValue = "service-unavailable"
        let claim = ClaimDelivery<FoodSale>(deliveryId: order), rating = RateFoodOrder(orderId: order, restaurantStars: 5)
        let override = OverrideDelivery<FoodSale>(deliveryId: order, note: "confirmed by phone")
        let stop = SuspendCourier<FoodSale>(courierId: "yasser", reason: "x")
        #expect(try send(claim, "claim", as: yasser)["dropoff"]?["line"]?.string == line)
        try road.cook(order)
        try road.pickUp(order, by: "yasser")
        #expect(try send(override, "override")["dropoff"]?["line"]?.string == line && send(stop, "stop")["name"] == "yasser")
        #expect(try send(rating, "rating", as: FoodKitchen.noura)["delivery"]?["courier"]?["name"] == "yasser")
        if isCourier {
            try road.shard.receive(UserErased(userId: "yasser"))
            #expect(try send(rating, "rating", as: FoodKitchen.noura)["slug"] == unkept && send(stop, "stop")["slug"] == unkept)
            // "Try again": the gateway sends it anew.
            #expect(try send(rating, as: FoodKitchen.noura)["delivery"]?["courier"]?["name"] == "محذوف")
            #expect(try send(stop)["slug"] == "not-found")
        } else {
            try road.shard.receive(UserErased(userId: "noura"))
            #expect(try send(claim, "claim", as: yasser)["slug"] == unkept && send(override, "override")["slug"] == unkept)
            #expect(try send(claim, as: yasser)["dropoff"]?["line"] == .null && send(override)["dropoff"]?["line"] == .null)
        }
    }

    @Test("What couriers and staff noted of a job goes with its customer's account, once the job is over")
    func notesOfErased() throws {
        func notes(_ order: OrderID) throws -> [JSONValue] {
            let job = try road.shard.ask(DeliveryDetails.self, ["deliveryId": .string(order.rawValue)], as: FoodRoad.supervisor).json
            return try #require(job["timeline"]?.array).compactMap { $0["note"] }.filter { $0 != .null }
        }
        let overridden = try road.out(), failed = try road.out()
        try road.shard.send(OverrideDelivery<FoodSale>(deliveryId: overridden, note: "نورة أكدت"), as: FoodRoad.supervisor)
        try road.shard.send(ArriveAtCustomer<FoodSale>(deliveryId: failed), as: yasser)
        try road.shard.advance(by: .minutes(10))
        #expect(try notes(overridden) == ["نورة أكدت"])
        try road.shard.receive(UserErased(userId: "noura"))
        #expect(try notes(overridden).isEmpty)
        let fail = FailDelivery<FoodSale>(deliveryId: failed, reason: .refused, note: "نورة لا ترد")
        #expect(try road.shard.send(fail, as: yasser)?.json["status"] == "failed")
        #expect(try notes(failed).isEmpty)
    }

    @Test("A courier who writes to the parties of his order is not silent")
    func writing() throws {
        try road.goOnline("yasser")
        let order = try road.accepted()
        try road.claim(order, by: "yasser")
        try road.shard.advance(by: .minutes(14))
        #expect(try road.shard.send(PostFoodMessage(orderId: order, text: "أنتظر عند المطعم"), as: yasser)?.status == 201)
        try road.shard.advance(by: .seconds(899))
        #expect(try road.order(order)["delivery"]?["status"] == "assigned")
        try road.shard.advance(by: .seconds(1))
        #expect(try road.order(order)["delivery"]?["status"] == "searching")
    }

    @Test("A silent courier, one who loses the role and one who is erased give back what they have not picked up")
    func gone() throws {
        try road.shard.receive(ImportCourier(courierId: "bandar", status: "approved", vehicle: "car"))
        #expect(try road.shard.send(ChangeCourier<FoodSale>(plate: "ABC"), as: FoodRoad.courier("bandar"))?.json["vehicle"] == "car")
        let order = try road.accepted()
        for (id, leave) in [
            ("yasser", { try road.shard.advance(by: .minutes(15)) }),
            ("majed", { try road.shard.receive(RolesChanged(userId: "majed", roles: ["customer"])) }),
            ("bandar", { try road.shard.receive(UserErased(userId: "bandar")) }),
        ] as [(User.ID, () throws -> Void)] {
            try road.goOnline(id)
            #expect(try road.claim(order, by: id)?.status == 200)
            try leave()
            #expect(try road.order(order)["delivery"]?["status"] == "searching")
            #expect(try road.order(order)["delivery"]?["courier"] == .null)
        }
    }
}
