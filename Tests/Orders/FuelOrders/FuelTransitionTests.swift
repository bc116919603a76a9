import Contracts
import Kernel
import Messaging
import OrdersFuel
import TestKit
import Testing

@Suite("States of orders of fuel")
struct FuelTransitionTests {
    private let station: FuelStation
    init() throws { station = try FuelStation() }

    /// An order in each state, as the log brought it there.
    private func order(in status: FuelOrderStatus) throws -> FuelOrder {
        let id: OrderID
        switch status {
        case .pending: id = try station.place()
        case .scheduled: id = try station.schedule(in: .minutes(30))
        case .assigned, .enRoute, .arrived, .fueling:
            id = try station.schedule(in: .minutes(30))
            try station.drive(id, to: status)
        case .completed:
            id = try station.schedule(in: .minutes(30))
            try station.deliver(id, 9_000)
        case .cancelled:
            id = try station.place()
            try station.shard.send(CancelFuelOrder(id), as: FuelStation.maya)
        case .failed:
            id = try station.schedule(in: .minutes(30))
            try station.step("not-servable", id, by: .dispatcher)
        }
        return try #require(try station.shard.file.pool.read { try FuelOrderStore($0, "fuel").find(id) })
    }

    @Test("No fact leads an order where the table of states does not, and a refused one changes nothing",
          arguments: FuelOrderStatus.allCases)
    func table(_ status: FuelOrderStatus) throws {
        let before = try order(in: status)
        #expect(before.status == status)
        let driver = FuelDriver(id: "luis", truckId: "T-101", truckCode: "T-101"), at = before.updatedAt + .minutes(1)
        let steps: [FuelDeliveryStep] = [
            .assign(driver, by: .driver), .release(reason: nil, by: .driver), .start(by: .driver),
            .arrive(overrideReason: nil, by: .driver),
            .startFueling(plate: before.vehicle.plate.number, by: .driver),
            .read(FuelReading(meterStart: .zero, meterEnd: Gallons(thousandths: 9_000), at: at)),
            .photograph(FuelPhoto(id: "p", kind: .meter, sha256: "", size: 1)), .complete(by: .driver),
            .fail(.vehicleInaccessible, note: nil, by: .driver), .fail(.notServable, note: nil, by: .dispatcher),
        ]
        let notice = PaymentNoticeSample.of(before)
        let facts: [FuelFact] = steps.map { .delivery($0, at: at) } + [
            .nothingToPay, .cancel(by: .customer, reason: nil, acceptedFee: 10_000), .customerErased(name: nil),
            .payment(.authorized(notice, until: at + .days(7))), .payment(.failed(notice)), .payment(.canceled(notice)),
            .payment(.captureFailed(notice)), .windowLost(before.claim), .timer(.paymentTimeout), .timer(.notServed),
        ]
        for fact in facts where !isTimerOfAnother(fact, status) {
            var after = before
            do {
                _ = try FuelSale.step(&after, on: fact, at: at, settings: FuelOrderSettings())
                #expect(after.status == before.status || before.status.leads(to: after.status), "\(status) by \(fact)")
                #expect(after.version == before.version || after.version == before.version + 1)
                #expect(after.timeline.count == before.timeline.count + (after.status == before.status ? 0 : 1))
            } catch {
                #expect(after.version == before.version && after.status == before.status, "\(status) by \(fact)")
            }
        }
    }
    /// Timers fire only in the states that have them.
    private func isTimerOfAnother(_ fact: FuelFact, _ status: FuelOrderStatus) -> Bool {
        switch fact {
        case .timer(.paymentTimeout): status != .pending
        case .timer(.notServed): status != .scheduled && status != .assigned
        default: false
        }
    }

    @Test("The same step by the same driver again changes nothing; another driver is refused")
    func repetitions() throws {
        let id = try station.schedule(in: .minutes(30))
        try station.drive(id, to: .fueling)
        let before = try station.order(id)
        #expect(try station.step("fuel", id, "wrong")?.status == 200)
        #expect(try station.order(id) == before)
        #expect(station.slug(try station.step("start", id)) == "invalid-transition")
        #expect(station.slug(try station.step("assign", id, driver: "aisha")) == "delivery-already-assigned")
        let reply = try station.step("assign", id)
        #expect(station.slug(reply) == "invalid-transition" && reply?.json["members"]?["currentStatus"] == "fueling")
    }

    @Test("A driver starts one hour before the window, and fills only the car of the order")
    func guards() throws {
        let id = try station.schedule(in: .hours(2))
        try station.step("assign", id)
        #expect(try station.status(id) == "assigned")
        let early = FuelStation.noon + .minutes(60) - .seconds(1)
        station.shard.now = early
        #expect(station.slug(try station.step("start", id)) == "too-early")
        station.shard.now = early + .seconds(1)
        let start = try station.step("start", id)
        #expect(start?.status == 200)
        station.shard.now = early + .seconds(2)
        try station.step("arrive", id, "gate code")
        #expect(try station.order(id)["flags"] == ["arrival_override"])
        #expect(station.slug(try station.step("fuel", id, "XYZ 123")) == "plate-mismatch")
        let plate = try station.order(id)["vehicle"]?["plate"]?["normalized"]?.string ?? ""
        #expect(try station.step("fuel", id, plate.lowercased())?.status == 200)
    }

    @Test("The cap is ten percent above what was authorised, rounded down", arguments: [(6202, 6822), (0, 0), (1, 1), (9, 9), (10, 11)])
    func cap(_ authorized: Int, _ cap: Int) {
        #expect(FuelMoney.cap(of: authorized, overPercent: 10) == cap)
    }
}
