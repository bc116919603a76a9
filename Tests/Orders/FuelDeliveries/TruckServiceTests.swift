import Contracts
import Kernel
import Messaging
import OrdersFuelDeliveries
import OrdersTrucks
import ServiceKit
import TestKit
import Testing

@Suite("Trucks in the whole service")
struct TruckServiceTests {
    private static let tanks = [SentCompartment(fuelType: "regular", capacityGallons: 100)]

    @Test("A truck is added, filled, corrected and read; its ledger says so")
    func truck() throws {
        let road = try FuelRoad(trucks: [:])
        let staff = FuelRoad.dispatcher
        let made = try road.shard.send(CreateTruck(code: "T-700", plate: "TRK 7", areaId: "miami", compartments: Self.tanks), as: staff)
        let id = TruckID(try #require(made?.json["id"]?.string))
        #expect(try road.shard.send(ChangeTruck(truckId: id, plate: "TRK 8"), as: staff)?.json["plate"] == "TRK 8")
        try road.shard.send(LoadTruck(truckId: id, fuelType: "regular", gallons: 60.5, ticket: "A-1"), as: staff)
        try road.shard.send(AdjustTruck(truckId: id, fuelType: "regular", gallonsDelta: -0.5, reason: "gauge"), as: staff)
        #expect(try road.regular(of: id)?["onHand"] == 60)
        let list = try road.shard.ask(AllTrucks.self, as: FuelRoad.driver("luis")).json
        #expect(list["data"]?.array?.map { $0["code"] } == ["T-700"] && list["meta"]?["total"] == 1)
        let ledger = try road.shard.ask(LedgerOfTruck.self, ["truckId": .string(id.rawValue), "perPage": 1, "page": 2], as: staff).json
        #expect(ledger["meta"]?["total"] == 2 && ledger["data"]?.array?.map { $0["kind"] } == ["load"])
    }

    @Test("A truck waits for its area, and no longer than two seconds")
    func wait() throws {
        let road = try FuelRoad(trucks: [:])
        let truck = CreateTruck(code: "T-700", plate: "TRK 7", areaId: "nowhere", compartments: Self.tanks)
        #expect(try road.shard.send(truck, as: FuelRoad.dispatcher, id: "lost") == nil)
        try road.shard.advance(by: .seconds(2))
        #expect(try road.shard.answer(to: "lost")?.status == 422)
    }

    @Test("The photos of an order under way stay for its driver when its customer's account is erased")
    func erasedUnderWay() throws {
        let road = try FuelRoad()
        let order = try road.orderInFueling()
        try road.photograph(order)
        try road.shard.receive(UserErased(userId: "maya"))
        try road.shard.advance(by: .hours(1))
        #expect(try road.shard.count(of: "delivery_photo") == 1)
        #expect(try road.read(order, 0, 10)?.status == 200)
        #expect(try road.complete(order)?.json["status"] == "completed")
    }
}

@Suite("Estimators of arrivals")
struct ArrivalEstimatorConformanceTests {
    @Test("Every estimator says at least a minute, more for a longer way, and the same when it is asked again",
          arguments: ArrivalEstimators.all.map { $0.name })
    func conformance(_ name: String) throws {
        let estimator = try #require(ArrivalEstimators.all.first { $0.name == name })
        let pin = GeoPoint(lat: 25.7617, lng: -80.1918)
        var last = 0
        for meters in stride(from: 0.0, through: 40_000, by: 500) {
            let from = GeoPoint(lat: pin.lat + meters / 111_195, lng: pin.lng)
            let seconds = estimator.seconds(from: from, to: pin)
            #expect(seconds >= 60 && seconds >= last && seconds == estimator.seconds(from: from, to: pin))
            last = seconds
        }
        // The other side of the earth is far, and no trap.
        #expect(estimator.seconds(from: GeoPoint(lat: -pin.lat, lng: pin.lng + 180), to: pin) > last)
    }
}
