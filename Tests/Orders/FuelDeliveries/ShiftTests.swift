import Contracts
import Kernel
import Messaging
import OrdersFuelDeliveries
import OrdersTrucks
import ServiceKit
import TestKit
import Testing

@Suite("Shifts of drivers")
struct ShiftTests {
    private func end(_ road: FuelRoad, _ shift: String?, force: Bool? = nil, as who: Principal = FuelRoad.driver("luis")) throws -> Reply? {
        try road.shard.send(EndShift(shiftId: ShiftID(shift ?? ""), force: force), as: who)
    }

    /// What Luis had went back: he hears that it is gone, and is not offered it again.
    private func expectGone(_ road: FuelRoad) throws {
        #expect(try road.shard.published(FuelDeliveryWithdrawn.self).map(\.driverIds) == [["luis"]])
        #expect(try road.shard.published(FuelDeliveryAvailable.self).isEmpty)
    }

    @Test("One open shift for each driver and each truck")
    func one() throws {
        let road = try FuelRoad()
        let shift = try #require(try road.startShift())
        #expect(shift.status == 201 && shift.json["truckCode"] == "T-101" && shift.json["endedAt"] == .null)
        #expect(try road.startShift("luis", with: "T-102")?.slug == "shift-already-open")
        #expect(try road.startShift("aisha", with: "T-101")?.slug == "truck-in-use")
        #expect(try road.startShift("aisha", with: "T-999")?.status == 404)
        #expect(try road.shard.ask(CurrentShift.self, as: FuelRoad.driver("luis")).json["id"] == shift.json["id"])
        #expect(try road.shard.ask(CurrentShift.self, as: FuelRoad.driver("aisha")).status == 404)
        #expect(try end(road, shift.json["id"]?.string, as: FuelRoad.driver("aisha"))?.status == 404)
        for _ in 1...2 { #expect(try end(road, shift.json["id"]?.string)?.json["endedBy"] == "driver") }
        #expect(try road.shard.published(ShiftEnded.self).count == 1)
        #expect(try road.startShift("aisha", with: "T-101")?.status == 201)
    }

    @Test("With open deliveries it ends by force only, and not with one under way; what goes back is not offered to its driver")
    func force() throws {
        let road = try FuelRoad()
        let shift = try road.startShift()?.json["id"]?.string
        let (active, waiting) = (try road.order(), try road.order(by: "nina"))
        try road.claim(active)
        try road.claim(waiting)
        #expect(try end(road, shift)?.slug == "open-deliveries")
        #expect(try end(road, shift, force: true)?.json["members"]?["requiredPermission"] == "dispatch:manage")
        for theirs in [shift, "nobody's"] { #expect(try end(road, theirs, force: true, as: FuelRoad.driver("aisha"))?.status == 403) }
        #expect(try end(road, "nobody's", force: true, as: FuelRoad.dispatcher)?.status == 404)
        #expect(try end(road, shift, as: FuelRoad.dispatcher)?.slug == "open-deliveries")
        try road.start(active)
        #expect(try end(road, shift, force: true, as: FuelRoad.dispatcher)?.slug == "open-deliveries")
        #expect(try road.status(waiting) == "assigned")
        try road.release(active)
        try road.shard.markSeen()
        #expect(try end(road, shift, force: true, as: FuelRoad.dispatcher)?.json["endedBy"] == "dispatcher")
        try expectGone(road)
        #expect(try road.status(waiting) == "scheduled")
        #expect(try road.regular()?["reserved"] == 0)
    }

    @Test("After fourteen hours it ends by itself, or with the delivery that is under way; the others go back")
    func overtime() throws {
        let road = try FuelRoad()
        try road.startShift()
        try road.startShift("aisha", with: "T-102")
        try road.shard.advance(by: .hours(13))
        let (active, waiting) = (try road.order(), try road.order(by: "nina"))
        try road.claim(active)
        try road.claim(waiting)
        try road.start(active)
        try road.shard.markSeen()
        try road.shard.advance(by: .hours(1))
        #expect(try road.shard.published(ShiftEnded.self).map(\.driverId) == ["aisha"])
        #expect(try road.status(waiting) == "scheduled" && road.status(active) == "en_route")
        try expectGone(road)
        #expect(try road.claim(waiting)?.slug == "shift-required")
        let luis = FuelRoad.driver("luis")
        #expect(try road.shard.ask(FuelDeliveryDetails.self, ["deliveryId": .string(waiting.rawValue)], as: luis).status == 404)
        #expect(try road.shard.ask(FuelDeliveryDetails.self, ["deliveryId": .string(active.rawValue)], as: luis).status == 200)
        #expect(try road.shard.ask(FuelDeliveryList.self, ["scope": "available"], as: luis).slug == "shift-required")
        #expect(try road.shard.ask(OpenDeliveriesOfDriver.self, as: luis).json["data"] == [])
        try road.release(active)
        #expect(try road.shard.published(ShiftEnded.self).map(\.by) == ["system", "system"])
    }

    @Test("A clock that jumps over the end of a shift ends as small steps do")
    func jump() throws {
        func ends(_ steps: [Duration]) throws -> [Timestamp] {
            let road = try FuelRoad()
            try road.startShift()
            for step in steps { try road.shard.advance(by: step) }
            return try road.shard.published(ShiftEnded.self).map(\.endedAt)
        }
        #expect(try ends([.hours(30)]) == ends(Array(repeating: .hours(1), count: 30)))
    }

    @Test("Who may not drive any more loses what he has not begun to pour, and dispatchers finish the rest")
    func roleLost() throws {
        let road = try FuelRoad()
        let pouring = try road.orderInFueling(), waiting = try road.order(by: "nina")
        try road.claim(waiting)
        try road.shard.markSeen()
        try road.shard.receive(RolesChanged(userId: "luis", roles: ["customer"]))
        try expectGone(road)
        #expect(try road.status(waiting) == "scheduled" && road.status(pouring) == "fueling")
        #expect(try road.shard.published(ShiftEnded.self).map(\.by) == ["system"])
        let staff = FuelRoad.dispatcher
        #expect(try road.read(pouring, 0, 10, by: staff)?.status == 200)
        try road.photograph(pouring, "meter", by: staff)
        #expect(try road.complete(pouring, by: staff)?.json["status"] == "completed")
        #expect(try road.regular()?["onHand"] == 470)
    }

    @Test("A dispatcher does not read meters for a driver who can")
    func driversOwn() throws {
        let road = try FuelRoad()
        let order = try road.orderInFueling()
        #expect(try road.read(order, 0, 10, by: FuelRoad.dispatcher)?.status == 403)
        #expect(try road.complete(order, by: FuelRoad.dispatcher)?.json["members"]?["requiredPermission"] == "deliveries:drive")
    }
}
