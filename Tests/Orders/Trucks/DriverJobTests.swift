import Contracts
import Kernel
import OrdersTrucks
import ServiceKit
import TestKit
import Testing

@Suite("What drivers are offered")
struct DriverJobTests {
    @Test("An open order goes to the drivers of its area whose trucks carry its fuel, and to those who start later")
    func offers() throws {
        let scene = try YardScene()
        let (near, far) = (try scene.truck("T-101"), try scene.truck("T-401", area: YardScene.doral))
        try scene.startShift("luis", with: near)
        try scene.startShift("kenji", with: far)
        try scene.shard.markSeen()
        try scene.show("o-1", "open")
        try scene.show("o-2", "open", fuel: "diesel")
        #expect(try scene.shard.published(FuelDeliveryAvailable.self).map(\.driverIds) == [["luis"]])
        let late = try scene.truck("T-102")
        try scene.startShift("aisha", with: late)
        #expect(try scene.shard.published(FuelDeliveryAvailable.self).map(\.driverIds) == [["luis"], ["aisha"]])
    }

    @Test("An open order that moves to another window is offered with its new times")
    func moved() throws {
        let scene = try YardScene()
        try scene.startShift("luis", with: try scene.truck())
        for _ in 1...2 { try scene.show("o-1", "open") }
        let first = scene.shard.now
        scene.shard.now = first + .minutes(30)
        for _ in 1...2 { try scene.show("o-1", "open") }
        #expect(try scene.shard.published(FuelDeliveryAvailable.self).map(\.startsAt) == [first, first + .minutes(30)])
        #expect(try scene.shard.published(FuelDeliveryWithdrawn.self).isEmpty)
    }

    @Test("Nobody is offered his own order")
    func ownOrder() throws {
        let scene = try YardScene()
        try scene.startShift("maya", with: try scene.truck())
        try scene.show("o-1", "open")
        #expect(try scene.shard.published(FuelDeliveryAvailable.self).isEmpty)
    }

    @Test("Who gets it hears so, the others hear that it is gone; who loses it stops watching, and it is offered again")
    func claimedAndReleased() throws {
        let scene = try YardScene()
        try scene.startShift("luis", with: try scene.truck("T-101"))
        try scene.startShift("aisha", with: try scene.truck("T-102"))
        try scene.show("o-1", "open")
        try scene.shard.markSeen()
        for _ in 1...2 { try scene.show("o-1", "assigned", "luis") }
        #expect(try scene.shard.published(FuelDeliveryWithdrawn.self).map(\.driverIds) == [["luis", "aisha"]])
        #expect(try scene.shard.published(FuelDeliveryAssigned.self).map(\.driverId) == ["luis"])
        try scene.show("o-1", "underWay", "luis")
        #expect(try scene.shard.published(FuelDeliveryReleased.self).isEmpty)
        try scene.show("o-1", "open")
        #expect(try scene.shard.published(FuelDeliveryReleased.self).map(\.driverId) == ["luis"])
        #expect(try scene.shard.published(FuelDeliveryAvailable.self).map(\.driverIds) == [["luis", "aisha"]])
        try scene.show("o-1", "waiting")
        #expect(try scene.shard.published(FuelDeliveryWithdrawn.self).count == 2)
        #expect(try scene.shard.count(of: "driver_job") == 0)
    }

    @Test("Who loses an order that ends or waits hears that it is gone; not who delivered it or is offered it again", arguments: [
        ("over", true), ("waiting", true), ("open", false), ("done", false),
    ])
    func lost(_ state: String, _ isTold: Bool) throws {
        let scene = try YardScene()
        try scene.startShift("luis", with: try scene.truck("T-101"))
        try scene.startShift("aisha", with: try scene.truck("T-102"))
        try scene.show("o-1", "assigned", "luis")
        try scene.shard.markSeen()
        try scene.show("o-1", state)
        #expect(try scene.shard.published(FuelDeliveryWithdrawn.self).map(\.driverIds) == (isTold ? [["luis"]] : []))
    }

    @Test("The fuel set aside is free again when the driver loses the order or it ends, and he who ended it still sees it")
    func reservation() throws {
        for end in ["open", "waiting", "done", "over"] {
            let scene = try YardScene()
            let truck = try scene.truck(load: 100)
            try scene.startShift("luis", with: truck)
            try scene.reserve("o-1", truck, 15_800)
            try scene.show("o-1", "assigned", "luis")
            #expect(try scene.compartment(truck, "regular")?["reserved"] == 15.8)
            try scene.show("o-1", end)
            #expect(try scene.compartment(truck, "regular")?["reserved"] == 0)
            #expect(try scene.shard.published(FuelDeliveryReleased.self).isEmpty == ["done", "over"].contains(end))
        }
    }

    @Test("A shift whose fourteen hours are over is offered no order, and ends with its last one")
    func overtime() throws {
        let scene = try YardScene()
        try scene.startShift("luis", with: try scene.truck())
        try scene.show("o-1", "underWay", "luis")
        scene.shard.now = scene.shard.now + .hours(14)
        try scene.show("o-2", "open")
        #expect(try scene.shard.published(FuelDeliveryAvailable.self).isEmpty)
        #expect(try scene.shard.published(ShiftEnded.self).isEmpty)
        try scene.show("o-1", "over")
        #expect(try scene.shard.published(ShiftEnded.self).map(\.by) == ["system"])
    }
}

@Suite("Arrivals")
struct ArrivalEstimateTests {
    @Test("1.3 times the line at 8.94 m/s, at least a minute", arguments: [
        (25.7617, -80.1918, 60), (25.762, -80.1918, 60), (25.79, -80.1918, 458),
    ])
    func seconds(_ lat: Double, _ lng: Double, _ expected: Int) {
        let pin = GeoPoint(lat: 25.7617, lng: -80.1918), from = GeoPoint(lat: lat, lng: lng)
        #expect(StraightLineEstimator.seconds(from: from, to: pin) == expected)
    }
}
