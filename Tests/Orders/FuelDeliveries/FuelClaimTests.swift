import Contracts
import Kernel
import Messaging
import OrdersFuel
import OrdersFuelDeliveries
import OrdersTrucks
import ServiceKit
import TestKit
import Testing

@Suite("Deliveries of fuel: who gets them")
struct FuelClaimTests {
    @Test("Once an order has forgotten its customer, no request of drivers and dispatchers that is sent again is answered with what it was")
    func storedAnswers() throws {
        let road = try FuelRoad()
        let order = try road.order()
        func send(_ command: some Message, _ id: String? = nil, as who: Principal = FuelRoad.dispatcher) throws -> Reply? {
            try road.shard.send(command, as: who, id: id)
        }
        let driver = FuelRoad.driver("luis"), claim = ClaimFuelDelivery(deliveryId: order), cancel = CancelFuelOrder(order)
        try road.startShift("luis")
        #expect(try send(claim, "claim", as: driver)?.json["customer"]?["firstName"] == "Maya")
        #expect(try send(cancel, "cancel")?.json["location"]?["address"] == "1 Biscayne Blvd")
        for payment in try road.shard.published(CancelIntent.self) {
            try road.shard.receive(PaymentCanceled(paymentId: payment.paymentId, orderId: order, userId: "maya", amount: 6437,
                                                   currency: .usd))
        }
        try road.shard.receive(UserErased(userId: "maya"))
        #expect(try send(claim, "claim", as: driver)?.status == 503 && send(cancel, "cancel")?.status == 503)
        // "Try again": the gateway sends it anew.
        #expect(try send(claim, as: driver)?.slug == "delivery-not-available")
        #expect(try send(cancel)?.json["location"]?["address"] == .null)
    }

    @Test("What was answered between the erasure and the end of an order under way is answered no more afterwards")
    func answersSinceErasure() throws {
        let road = try FuelRoad()
        let order = try road.orderAtCar()
        try road.shard.receive(UserErased(userId: "maya"))
        let fuel = StartFueling(deliveryId: order, plate: FuelRoad.plate)
        func send(_ id: String? = nil) throws -> Reply? { try road.shard.send(fuel, as: FuelRoad.driver("luis"), id: id) }
        #expect(try send("fuel")?.json["customer"]?["firstName"] == "Maya", "the driver needs a name at the car")
        try road.fail(order, .unsafeLocation)
        for payment in try road.shard.published(CancelIntent.self) {
            try road.shard.receive(PaymentCanceled(paymentId: payment.paymentId, orderId: order, userId: "maya", amount: 6437,
                                                   currency: .usd))
        }
        #expect(try send("fuel")?.status == 503 && send()?.slug == "invalid-transition")
    }

    @Test("The first driver gets it, its fuel is set aside, and the others hear that it is gone")
    func claim() throws {
        let road = try FuelRoad()
        let order = try road.order()
        try road.startShift("luis", with: "T-101")
        try road.startShift("aisha", with: "T-102")
        let reply = try #require(try road.claim(order))
        #expect(reply.json["status"] == "assigned" && reply.json["driverId"] == "luis")
        #expect(reply.json["customer"] == ["firstName": "Maya", "contactPhone": "+13055550101"])
        #expect(try road.regular()?["reserved"] == 15.8 && road.regular()?["available"] == 464.2)
        #expect(try road.claim(order)?.status == 200)
        #expect(try road.claim(order, by: "aisha")?.slug == "delivery-already-assigned")
        try road.start(order)
        #expect(try road.claim(order)?.slug == "invalid-transition")
    }

    @Test("Without a shift, for an own order, in another area or more than three hours ahead there is nothing to claim")
    func unavailable() throws {
        let road = try FuelRoad(trucks: ["T-101": 480, "T-401": 400])
        let order = try road.order(), later = try road.order(by: "nina", in: .hours(5))
        #expect(try road.claim(order)?.slug == "shift-required")
        try road.startShift("kenji", with: "T-401")
        #expect(try road.claim(order, by: "kenji")?.slug == "delivery-not-available")
        try road.startShift("luis", with: "T-101")
        #expect(try road.claim(later)?.slug == "delivery-not-available")
        try road.shard.advance(by: .hours(2))
        #expect(try road.claim(later)?.status == 200)
        let own = try road.order(by: "luis")
        #expect(try road.claim(own)?.slug == "delivery-not-available")
        #expect(try road.claim("unknown")?.status == 404)
    }

    @Test("A driver has five deliveries at most, and needs the fuel for each")
    func limits() throws {
        let road = try FuelRoad(trucks: ["T-101": 95, "T-102": 50])
        try road.startShift("luis", with: "T-101")
        let orders = try (1...6).map { try road.order(by: User.ID("customer-\($0)")) }
        for order in orders.prefix(5) { #expect(try road.claim(order)?.status == 200) }
        #expect(try road.claim(orders[5])?.slug == "too-many-deliveries")
        try road.release(orders[4])
        #expect(try road.claim(orders[5])?.status == 200)
        try road.startShift("aisha", with: "T-102")
        for order in try (7...9).map({ try road.order(by: User.ID("customer-\($0)")) }) { try road.claim(order, by: "aisha") }
        #expect(try road.claim(orders[4], by: "aisha")?.slug == "insufficient-fuel")
    }

    @Test("A dispatcher gives it to any driver on shift; he takes it back before another one gets it")
    func assign() throws {
        let road = try FuelRoad(trucks: ["T-101": 480, "T-401": 400])
        let order = try road.order(in: .hours(20))
        func assign(_ driver: User.ID) throws -> String? {
            try road.shard.send(AssignFuelDelivery(deliveryId: order, driverId: driver), as: FuelRoad.dispatcher)?.slug
        }
        #expect(try road.shard.send(AssignFuelDelivery(deliveryId: order, driverId: "maya"), as: FuelRoad.dispatcher)?.status == 422)
        #expect(try assign("kenji") == "shift-required")
        try road.startShift("kenji", with: "T-401")
        try road.startShift("luis", with: "T-101")
        #expect(try assign("kenji") == nil)
        #expect(try assign("kenji") == nil)
        #expect(try assign("luis") == "delivery-already-assigned")
        #expect(try road.release(order, by: FuelRoad.dispatcher)?.json["status"] == "scheduled")
        #expect(try assign("luis") == nil)
        #expect(try road.regular(of: "T-401")?["reserved"] == 0)
    }

    @Test("Who gave it up has nothing to do with it any more, and it is offered again at once")
    func released() throws {
        let road = try FuelRoad()
        let order = try road.order()
        try road.startShift("luis", with: "T-101")
        try road.startShift("aisha", with: "T-102")
        try road.claim(order)
        try road.shard.markSeen()
        #expect(try road.release(order)?.json["driverId"] == .null)
        #expect(try road.shard.published(FuelDeliveryAvailable.self).map(\.driverIds) == [["luis", "aisha"]])
        #expect(try road.shard.published(FuelDeliveryReleased.self).map(\.driverId) == ["luis"])
        #expect(try road.release(order)?.status == 404)
        #expect(try road.start(order)?.status == 404)
        #expect(try road.release(order, by: FuelRoad.dispatcher)?.slug == "invalid-transition")
        #expect(try road.claim(order, by: "aisha")?.status == 200)
    }

    @Test("Assigned long before its window and released, it waits for its time as before")
    func releasedEarly() throws {
        let road = try FuelRoad()
        let order = try road.order(in: .hours(20))
        try road.startShift("luis", with: "T-101")
        let given = try road.shard.send(AssignFuelDelivery(deliveryId: order, driverId: "luis"), as: FuelRoad.dispatcher)
        #expect(given?.status == 200)
        try road.shard.markSeen()
        #expect(try road.release(order)?.json["status"] == "scheduled")
        #expect(try road.shard.published(FuelDeliveryAvailable.self).isEmpty)
        #expect(try road.claim(order)?.slug == "delivery-not-available")
        try road.shard.advance(by: .hours(14))
        try road.shard.advance(by: .hours(3))
        try road.startShift("aisha", with: "T-102")
        #expect(try road.claim(order, by: "aisha")?.status == 200)
    }

    @Test("Given up more than two hours after its promise, it ends at once, and not before it was given up")
    func releasedLate() throws {
        let road = try FuelRoad()
        let order = try road.order()
        try road.startShift("luis", with: "T-101")
        try road.claim(order)
        #expect(try road.start(order)?.status == 200)
        try road.shard.advance(by: .minutes(90) + .hours(3))
        #expect(try road.status(order) == "en_route")
        #expect(try road.release(order)?.status == 200)
        try road.shard.advance(by: .zero)
        let steps = try road.details(order)["timeline"]?.array ?? []
        #expect(steps.suffix(2).map { $0["status"] } == ["scheduled", "failed"])
        #expect(steps.suffix(2).map { $0["at"] } == Array(repeating: .string(road.shard.now.wholeSeconds.description), count: 2))
    }

    @Test("A driver who comes late sees every open job: by an event at the start of the shift, and when he subscribes")
    func late() throws {
        let road = try FuelRoad()
        let order = try road.order()
        let unseen = try road.shard.ask(OpenDeliveriesOfDriver.self, as: FuelRoad.driver("luis"))
        #expect(unseen.json["data"] == [])
        try road.startShift()
        #expect(try road.shard.published(FuelDeliveryAvailable.self).map(\.deliveryId) == [order])
        let seen = try road.shard.ask(OpenDeliveriesOfDriver.self, as: FuelRoad.driver("luis")).json["data"]?.array
        #expect(seen?.map { $0["deliveryId"] } == [.string(order.rawValue)])
    }

    @Test("Lists: a driver sees what he may claim and what is his, a dispatcher everything")
    func lists() throws {
        let road = try FuelRoad()
        let (mine, open) = (try road.order(), try road.order(by: "nina"))
        func list(_ query: JSONValue, as who: Principal) throws -> JSONValue {
            try road.shard.ask(FuelDeliveryList.self, query, as: who).json
        }
        func ids(_ query: JSONValue, as who: Principal) throws -> [String] {
            try list(query, as: who)["data"]?.array?.compactMap { $0["id"]?.string } ?? []
        }
        let luis = FuelRoad.driver("luis")
        #expect(try list(["scope": "available"], as: luis)["slug"] == "shift-required")
        #expect(try list(["scope": "all"], as: luis)["members"]?["requiredPermission"] == "dispatch:manage")
        try road.startShift()
        try road.claim(mine)
        #expect(try ids(["scope": "available"], as: luis) == [open.rawValue])
        #expect(try ids([:], as: luis) == [mine.rawValue])
        #expect(try Set(ids([:], as: FuelRoad.dispatcher)) == [mine.rawValue, open.rawValue])
        #expect(try ids(["status": "assigned"], as: FuelRoad.dispatcher) == [mine.rawValue])
        #expect(try ids(["scope": "available"], as: FuelRoad.dispatcher) == [open.rawValue])
        #expect(try list(["status": "gone"], as: luis)["errors"]?["status"] != nil)
        func see(_ id: OrderID, as who: Principal) throws -> Reply {
            try road.shard.ask(FuelDeliveryDetails.self, ["deliveryId": .string(id.rawValue)], as: who)
        }
        #expect(try see(open, as: luis).json["customer"]?["contactPhone"] == .null)
        #expect(try see(mine, as: FuelRoad.driver("aisha")).status == 404)
        #expect(try see(mine, as: FuelRoad.dispatcher).json["stopAtGallons"] != nil)
    }
}
