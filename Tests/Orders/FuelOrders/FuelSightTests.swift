import Contracts
import Kernel
import Messaging
import OrdersFuel
import OrdersService
import OrdersVehicles
import TestKit
import Testing

@Suite("Who sees what of orders of fuel")
struct FuelSightTests {
    private let station: FuelStation
    private var shard: ShardHarness<Orders> { station.shard }
    init() throws { station = try FuelStation() }

    private func list(_ query: [String: JSONValue] = [:], as user: Principal = FuelStation.maya) throws -> Reply {
        try shard.ask(FuelOrderList.self, .object(query), as: user)
    }
    private func ids(_ reply: Reply) -> [String] { reply.json["data"]?.array?.compactMap { $0["id"]?.string } ?? [] }

    @Test("Its customer, its driver and the staff read an order, nobody else does")
    func readers() throws {
        let id = try station.schedule(in: .minutes(30))
        func status(_ user: Principal) throws -> Int {
            try shard.ask(FuelOrderDetails.self, ["orderId": .string(id.rawValue)], as: user).status
        }
        #expect(try status(FuelStation.maya) == 200 && status(FuelStation.priya) == 200)
        #expect(try status(FuelStation.ben) == 404 && status(FuelStation.luis) == 404)
        #expect(try status(FuelStation.tom) == 403)
        try station.drive(id, to: .assigned)
        #expect(try status(FuelStation.luis) == 200)
        let tracked = try shard.ask(TrackFuelOrder.self, ["orderId": .string(id.rawValue)], as: FuelStation.maya).json
        #expect(tracked["driver"] == ["firstName": "Luis", "truckCode": "T-101", "location": .null] && tracked["stale"] == false)
        try station.step("release", id, "flat tyre")
        #expect(try status(FuelStation.luis) == 404)
        #expect(try station.status(id) == "scheduled")
    }

    @Test("Lists show one's own orders, newest first, filtered and cut to the fields that were asked for")
    func lists() throws {
        let first = try station.schedule()
        shard.now = shard.now + .minutes(1)
        let second = try station.place()
        try shard.send(CancelFuelOrder(second), as: FuelStation.maya)
        let other = try station.place(as: FuelStation.ben)
        #expect(ids(try list()) == [second.rawValue, first.rawValue])
        #expect(ids(try list(["status": "open"])) == [first.rawValue])
        #expect(ids(try list(["status": "past"])) == [second.rawValue])
        #expect(ids(try list(["status": "scheduled"])) == [first.rawValue])
        #expect(try list(["status": "lost"]).json["errors"]?["status"] != nil)
        #expect(ids(try list(["updatedSince": .string(shard.now.description)])) == [second.rawValue])
        #expect(try list(["updatedSince": "yesterday"]).status == 422)
        // Orders have whole seconds, phones do not: what changed later in the same second is news for them.
        let part: JSONValue = .string((shard.now + .milliseconds(700)).description)
        #expect(ids(try list(["updatedSince": part])) == [second.rawValue])
        // Two spans that adjoin have every order once.
        #expect(ids(try list(["from": part])) == [second.rawValue])
        #expect(ids(try list(["to": part])) == [first.rawValue])
        #expect(Set(try list(["clientOrderId": "abc", "from": "now"]).json["errors"]?.object?.keys.map { $0 } ?? [])
            == ["clientOrderId", "from"])
        #expect(ids(try list(["clientOrderId": " 5F2C1A0E-7D1B-4B5E-9A55-0D6B6A1F0C11"])).isEmpty)
        #expect(ids(try list(["from": "2026-11-24"])).isEmpty)
        #expect(ids(try list(["to": "2026-11-23"])).count == 2)
        let vehicle = try station.order(first)["vehicle"]?["id"] ?? .null
        #expect(ids(try list(["vehicleId": vehicle])) == [first.rawValue])
        let cut = try list(["fields": "status,unknown"]).json["data"]?.array?.first?.object
        #expect(cut?.keys.sorted() == ["id", "status"])
        let one = try shard.ask(FuelOrderDetails.self, ["orderId": .string(first.rawValue), "fields": "status"], as: FuelStation.maya).json
        #expect(one.object?.keys.sorted() == ["id", "status"])
        #expect(try list(["scope": "all"]).status == 403 && list(as: FuelStation.priya).status == 403)
        #expect(ids(try list(["scope": "all"], as: FuelStation.priya)).contains(other.rawValue))
        #expect(ids(try list(["scope": "all", "areaId": "elsewhere"], as: FuelStation.priya)).isEmpty)
    }

    @Test("Clients see each change once, in the order of its versions")
    func frames() throws {
        let id = try station.schedule(in: .minutes(30))
        try station.deliver(id, 9_000)
        try station.captured(id, 3593)
        let versions = try station.order(id)["version"]?.int ?? 0
        let statuses = try shard.published(FuelStatusChanged.self)
        #expect(statuses.map(\.status) == ["pending", "scheduled", "assigned", "en_route", "arrived", "fueling", "completed"])
        #expect(statuses.map(\.by) == ["customer", "system", "driver", "driver", "driver", "driver", "driver"])
        #expect(statuses.map(\.version) == statuses.map(\.version).sorted())
        let all = Set(statuses.map(\.version) + (try shard.published(FuelOrderUpdated.self).map(\.version))
            + (try shard.published(FuelPaymentUpdated.self).map(\.version)))
        #expect(all == Set(1...versions))
        let payments = try shard.published(FuelPaymentUpdated.self).map(\.paymentStatus)
        #expect(payments == ["requires_capture", "succeeded"])
    }

    @Test("What clients see of a change of status has the time of the timeline, also when a driver tells it later")
    func timesOfFrames() throws {
        let id = try station.schedule(in: .minutes(30))
        try station.drive(id, to: .assigned)
        shard.now = shard.now + .minutes(10)
        #expect(try station.step("start", id, at: shard.now - .minutes(4))?.status == 200)
        let timeline = try station.order(id)["timeline"]?.array?.map { $0["at"] }
        #expect(try shard.published(FuelStatusChanged.self).map { .string($0.at.description) } == timeline)
    }

    @Test("Erasing an account cancels what has not begun for free; what has begun is finished, and then nothing names the person")
    func erasure() throws {
        let early = try station.schedule(in: .minutes(30)), under = try station.schedule(["notes": "Blue gate"], in: .minutes(30))
        let waiting = try station.ask(FuelStation.wish(try station.quote()))
        try station.drive(under, to: .enRoute)
        shard.now = shard.now + .minutes(10)
        try shard.markSeen()
        try shard.receive(UserErased(userId: "maya"))
        #expect(try shard.answer(to: waiting.request)?.status == 503)
        #expect(try station.status(early) == "cancelled")
        #expect(try station.order(early, as: FuelStation.priya)["cancellation"]?["fee"]?["amount"] == 0)
        let kept = try station.order(under, as: FuelStation.priya)
        #expect(kept["status"] == "en_route" && kept["notes"] == "Blue gate" && kept["location"]?["lat"] == 25.7617)
        for step in ["arrive"] { try station.step(step, under) }
        try station.step("fuel", under, kept["vehicle"]?["plate"]?["number"]?.string ?? "")
        try station.step("read", under, meterEnd: 12_345)
        try station.step("photo", under)
        try station.step("complete", under)
        let payment = PaymentID(kept["payment"]?["id"]?.string ?? "")
        try station.captured(under, 4730, payment)
        let forgotten = try station.order(under, as: FuelStation.priya)
        #expect(forgotten["status"] == "completed" && forgotten["final"]?["captured"]?["amount"] == 4730)
        #expect(forgotten["notes"] == .null && forgotten["contactPhone"] == .null && forgotten["photos"] == [])
        #expect(forgotten["location"] == ["lat": 25.76, "lng": -80.19, "address": .null, "instructions": .null])
        #expect(forgotten["vehicle"]?["plate"] == .null && forgotten["vehicle"]?["nickname"] == .null)
    }

    @Test("An order whose window is being claimed when the account ends is cancelled as soon as it is made, and no card is asked")
    func erasedWhileClaimed() throws {
        let asked = try station.ask(FuelStation.wish(try station.quote(), ["notes": "Blue gate", "contactPhone": "+13055550199"]))
        let claim = try #require(asked.claim)
        try shard.receive(UserErased(userId: "maya"))
        #expect(try shard.answer(to: asked.request) == nil)
        try shard.markSeen()
        try shard.receive(station.claimed(claim))
        let order = try station.order(claim.orderId, as: FuelStation.priya)
        #expect(order["status"] == "cancelled" && order["cancellation"]?["fee"]?["amount"] == 0 && order["payment"] == .null)
        #expect(order["timeline"]?.array?.map { $0["status"] } == ["pending", "cancelled"])
        #expect(order["notes"] == .null && order["contactPhone"] == .null && order["vehicle"]?["plate"] == .null)
        #expect(try shard.published(CreateIntent.self).isEmpty)
        #expect(try shard.published(ReleaseWindow.self).map(\.claimId) == [claim.claimId])
        #expect(try shard.published(FuelOrderCancelled.self).count == 1)
        #expect(try shard.answer(to: asked.request)?.body["location"]?["address"] == .null)
        #expect(try shard.count(of: "fuel_request") == 0)
    }
}
