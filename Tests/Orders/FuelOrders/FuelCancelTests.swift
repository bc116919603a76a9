import Contracts
import Kernel
import Messaging
import OrdersFuel
import OrdersService
import TestKit
import Testing

@Suite("Cancelling and failing orders of fuel")
struct FuelCancelTests {
    private let station: FuelStation
    private var shard: ShardHarness<Orders> { station.shard }
    init() throws { station = try FuelStation() }

    private func cancel(_ id: OrderID, accepting fee: Int? = nil, as user: Principal = FuelStation.maya) throws -> Reply? {
        try shard.send(CancelFuelOrder(id, fee.map { ["acceptedFee": FuelStation.money($0)] } ?? [:]), as: user)
    }
    private func shownFee(_ id: OrderID) throws -> Int? { try station.order(id)["cancellation"]?["fee"]?["amount"]?.int }

    @Test("The fee that is shown is the fee that is charged, and none is taken that was not accepted",
          arguments: [(FuelOrderStatus.scheduled, 500), (.assigned, 500), (.enRoute, 1000), (.arrived, 1500)])
    func fees(_ status: FuelOrderStatus, _ fee: Int) throws {
        let id = try station.schedule(in: .minutes(90))
        shard.now = shard.now + .minutes(35)
        if status != .scheduled { try station.drive(id, to: status) }
        #expect(try station.status(id) == status.rawValue && shownFee(id) == fee)
        let refused = try cancel(id, accepting: fee - 1)
        #expect(station.slug(refused) == "cancellation-fee-changed" && refused?.json["members"]?["fee"]?["amount"]?.int == fee)
        #expect(station.slug(try cancel(id)) == "cancellation-fee-changed")
        try shard.markSeen()
        #expect(try cancel(id, accepting: fee)?.json["status"] == "cancelled")
        #expect(try shard.published(CaptureIntent.self).map(\.amount) == [fee])
        #expect(try shard.published(ReleaseWindow.self).count == 1)
        #expect(try cancel(id)?.status == 200)
        try station.captured(id, fee)
        let order = try station.order(id)
        #expect(order["final"]?["lines"]?.array?.first?["code"] == "cancellation_fee")
        #expect(order["final"]?["captured"]?["amount"]?.int == fee && order["final"]?["receiptNumber"] == "AF-2026-000001")
        #expect(order["cancellation"]?["allowed"] == false && order["cancellation"]?["fee"]?["amount"]?.int == fee)
        #expect(try shard.published(CaptureIntent.self).count == 1)
    }

    @Test("Free: while pending, two hours before the window, five minutes after it was scheduled, after the promise, and by the staff")
    func free() throws {
        let pending = try station.place()
        #expect(try station.order(pending)["cancellation"]?["freeUntil"] == .null)
        #expect(try cancel(pending)?.json["cancellation"]?["fee"]?["amount"] == 0)
        let early = try station.schedule(in: .hours(20))
        #expect(try station.order(early)["cancellation"]?["freeUntil"]?.string == (FuelStation.noon + .hours(18)).description)
        shard.now = FuelStation.noon + .hours(18) - .seconds(1)
        #expect(try shownFee(early) == 0)
        #expect(try cancel(early)?.status == 200)
        #expect(try shard.published(CancelIntent.self).count == 1)
        let late = try station.schedule(in: .minutes(30))
        shard.now = shard.now + .minutes(5) - .seconds(1)
        #expect(try shownFee(late) == 0)
        shard.now = shard.now + .seconds(1)
        #expect(try shownFee(late) == 500)
        #expect(try station.order(late, as: FuelStation.priya)["cancellation"]?["fee"]?["amount"] == 0)
        #expect(try cancel(late, as: FuelStation.priya)?.json["timeline"]?.array?.last?["by"] == "dispatcher")
        let unserved = try station.schedule(in: .minutes(30))
        try station.drive(unserved, to: .enRoute)
        shard.now = shard.now + .minutes(150)
        #expect(try cancel(unserved)?.json["cancellation"]?["fee"]?["amount"] == 0)
    }

    @Test("Staff cancel their own orders as every customer does, also when they are no customers any more", arguments: [
        ["customer", "dispatcher"], ["dispatcher"],
    ])
    func ownOrder(_ roles: [String]) throws {
        let maya = Principal.user("maya", roles: roles), id = try station.schedule(in: .minutes(90))
        shard.now = shard.now + .minutes(35)
        #expect(try station.order(id, as: maya)["cancellation"]?["fee"]?["amount"] == 500)
        #expect(station.slug(try cancel(id, as: maya)) == "cancellation-fee-changed")
        try shard.markSeen()
        let cancelled = try #require(try cancel(id, accepting: 500, as: maya)).json
        #expect(cancelled["timeline"]?.array?.last?["by"] == "customer" && cancelled["cancellation"]?["fee"]?["amount"] == 500)
        #expect(try shard.published(CaptureIntent.self).map(\.amount) == [500])
    }

    @Test("While fuel flows nobody cancels, and only its customer and the staff do")
    func refused() throws {
        let id = try station.schedule(in: .minutes(30))
        #expect(try cancel(id, as: FuelStation.ben)?.status == 404)
        try station.drive(id, to: .fueling)
        #expect(station.slug(try cancel(id, accepting: 5000)) == "order-not-cancellable")
        #expect(try station.order(id)["cancellation"] == ["allowed": false, "fee": .null,
                                                          "freeUntil": station.order(id)["cancellation"]?["freeUntil"] ?? .null])
    }

    @Test("A driver waits ten minutes for a customer; then the way is charged")
    func noShow() throws {
        let id = try station.schedule(in: .minutes(30))
        try station.drive(id, to: .arrived)
        let early = try station.step("customer-absent", id)
        #expect(station.slug(early) == "wait-not-over")
        #expect(early?.json["members"]?["availableAt"]?.string == (FuelStation.noon + .minutes(10)).description)
        shard.now = FuelStation.noon + .minutes(10)
        try shard.markSeen()
        #expect(try station.step("customer-absent", id)?.status == 200)
        #expect(try shard.published(CaptureIntent.self).map(\.amount) == [1500])
        let order = try station.order(id)
        #expect(order["status"] == "failed" && order["failure"]?["slug"] == "customer-absent")
        #expect(order["final"]?["lines"]?.array?.first?["code"] == "no_show_fee")
        #expect(order["driver"]?["id"] == "luis")
        #expect(try shard.published(OrderFailed.self).map(\.fee?.amount) == [1500])
    }

    @Test("After fuel flowed a delivery can only be completed, with a reading and a picture of the meter")
    func proof() throws {
        let id = try station.schedule(in: .minutes(30))
        try station.drive(id, to: .fueling)
        let bare = try station.step("complete", id)
        #expect(station.slug(bare) == "proof-missing" && bare?.json["members"]?["missing"] == ["meterReading", "photo:meter"])
        try station.step("read", id, meterEnd: 9_000)
        try station.step("read", id, meterEnd: 8_000)
        #expect(station.slug(try station.step("not-servable", id, by: .dispatcher)) == "fuel-delivered")
        #expect(try station.step("complete", id)?.json["members"]?["missing"] == ["photo:meter"])
        try station.step("photo", id)
        #expect(try station.step("complete", id)?.status == 200)
        #expect(try station.order(id)["delivered"]?["gallons"] == 8)
        #expect(station.slug(try station.step("read", id, meterEnd: 7_000)) == "invalid-transition")
    }

    @Test("An order that nobody starts ends two hours after its promise, in one jump as in small steps")
    func notServed() throws {
        let id = try station.schedule(in: .hours(4))
        try shard.markSeen()
        try shard.advance(by: .hours(8))
        let order = try station.order(id)
        #expect(order["status"] == "failed" && order["failure"]?["slug"] == "not-served")
        #expect(order["timeline"]?.array?.last?["at"]?.string == (FuelStation.noon + .hours(8)).description)
        #expect(try shard.published(FuelDoorReminderDue.self).map(\.at) == [FuelStation.noon + .hours(3)])
        #expect(try shard.published(AssignmentOverdue.self).map(\.at) == [FuelStation.noon + .minutes(210)])
        #expect(try shard.published(OrderFailed.self).count == 1)
        #expect(try shard.published(CancelIntent.self).count == 1)
    }
}
