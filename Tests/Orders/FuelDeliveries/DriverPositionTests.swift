import Contracts
import Kernel
import Messaging
import OrdersFuel
import OrdersFuelDeliveries
import OrdersTrucks
import ServiceKit
import TestKit
import Testing

@Suite("Positions of drivers")
struct DriverPositionTests {
    /// A driver on the way to an order.
    private func enRoute() throws -> (FuelRoad, OrderID) {
        let road = try FuelRoad()
        let order = try road.order()
        try road.startShift()
        try road.claim(order)
        try road.start(order)
        try road.shard.advance(by: .minutes(10))
        try road.shard.markSeen()
        return (road, order)
    }

    @Test("Two points in a row near the pin are an arrival, also in two batches")
    func geofence() throws {
        let (road, order) = try enRoute()
        #expect(try road.move("luis", (FuelRoad.street, 0))?.json == ["accepted": 1, "ignored": 0, "arrived": []])
        #expect(try road.move("luis", (FuelRoad.near, 1))?.json["arrived"] == [])
        #expect(try road.move("luis", (FuelRoad.near, 2))?.json["arrived"] == [.string(order.rawValue)])
        let last = try road.details(order)["timeline"]?.array?.last
        #expect(last?["status"] == "arrived" && last?["by"] == "geofence")
    }

    @Test("Points that are inexact, too old, from before the start, or not in a row prove nothing", arguments: [
        ([(true, -1, nil), (false, 0, nil), (true, 1, nil)], false), ([(true, 0, 51), (true, 1, 51)], false),
        ([(true, 0, 50), (true, 1, 50)], true), ([(true, -301, nil), (true, -300, nil)], false),
        ([(true, -299, nil), (true, -298, nil)], true), ([(true, -700, nil), (true, -1, nil)], false),
        ([(true, 5, nil), (true, 3, nil)], true),
    ] as [([(Bool, Int, Double?)], Bool)])
    func proof(_ points: [(Bool, Int, Double?)], _ isArrival: Bool) throws {
        let (road, order) = try enRoute()
        let now = road.shard.now
        try road.shard.send(RecordLocations(points: points.map { isNear, seconds, accuracy in
            let place = isNear ? FuelRoad.near : FuelRoad.street
            return SentLocation(lat: place.lat, lng: place.lng, recordedAt: now + .seconds(seconds), accuracyMeters: accuracy)
        }), as: FuelRoad.driver("luis"))
        #expect(try (road.status(order) == "arrived") == isArrival)
    }

    @Test("What is known is ignored; what is older than the newest is kept and not shown; a bad point refuses all")
    func order() throws {
        let (road, _) = try enRoute()
        #expect(try road.move("luis", (FuelRoad.far, 10), (FuelRoad.far, 10))?.json["ignored"] == 1)
        #expect(try road.move("luis", (FuelRoad.far, 10), (FuelRoad.near, 4), (FuelRoad.near, 5))?.json
            == ["accepted": 2, "ignored": 1, "arrived": []])
        #expect(try road.shard.published(DriverLocationUpdated.self).count == 1)
        #expect(try road.move("luis", (FuelRoad.far, 11), (FuelRoad.far, 61))?.json["errors"]?["points.1.recordedAt"] != nil)
        #expect(try road.shard.count(of: "driver_point") == 3)
        let none = try road.shard.send(RecordLocations(points: []), as: FuelRoad.driver("luis"))
        #expect(none?.json["errors"]?["points"] != nil)
        #expect(try road.move("aisha", (FuelRoad.far, 0))?.slug == "shift-required")
    }

    @Test("A position is stale after sixty seconds, counted from the second that answers show as now")
    func stale() throws {
        let (road, order) = try enRoute()
        try road.move("luis", (FuelRoad.far, 0))
        func isStale() throws -> JSONValue? {
            try road.shard.ask(TrackFuelOrder.self, ["orderId": .string(order.rawValue)], as: .user("maya", roles: ["customer"]))
                .json["stale"]
        }
        try road.shard.advance(by: .seconds(60) + .milliseconds(300))
        #expect(try isStale() == false)
        try road.shard.advance(by: .milliseconds(700))
        #expect(try isStale() == true)
    }

    @Test("Watchers see the driver at most every two real seconds, from the start to the end of fuelling, with an estimate on the way")
    func shown() throws {
        let (road, order) = try enRoute()
        try road.move("luis", (FuelRoad.far, 0))
        let eta = try #require(try road.shard.published(EtaUpdated.self).first)
        #expect(eta.seconds == 458 && eta.distanceMeters == 3147 && eta.orderId == order && eta.userId == "maya")
        road.shard.now = road.shard.now + .seconds(1)
        try road.move("luis", (FuelRoad.far, 0))
        #expect(try road.shard.published(DriverLocationUpdated.self).count == 1)
        road.shard.now = road.shard.now + .seconds(1)
        try road.move("luis", (FuelRoad.far, 0))
        #expect(try road.shard.published(DriverLocationUpdated.self).count == 2)
        try road.release(order)
        road.shard.now = road.shard.now + .seconds(10)
        try road.move("luis", (FuelRoad.far, 0))
        #expect(try road.shard.published(DriverLocationUpdated.self).count == 2)
    }

    @Test("Watchers see when the driver was there in whole seconds, however exact the phone is")
    func wholeSeconds() throws {
        let (road, _) = try enRoute()
        let at = road.shard.now.wholeSeconds
        try road.shard.send(RecordLocations(points: [SentLocation(lat: 25.7617, lng: -80.1918, recordedAt: at - .milliseconds(544))]),
                            as: FuelRoad.driver("luis"))
        #expect(try road.shard.published(DriverLocationUpdated.self).map(\.at) == [at - .seconds(1)])
    }

    @Test("A batch names every field of every point that is wrong, also of those that are none", arguments: [
        (["points": [["lat": 91, "lng": "east", "recordedAt": "noon", "heading": 360]]],
         ["points.0.heading", "points.0.lat", "points.0.lng", "points.0.recordedAt"]),
        (["points": [["lat": 25.7, "lng": -80.2, "recordedAt": "2050-01-01T00:00:00Z", "speedMps": -1, "accuracyMeters": -1], 7]],
         ["points.0.accuracyMeters", "points.0.recordedAt", "points.0.speedMps", "points.1"]),
        (["points": [["lat": 25.7, "lng": -80.2, "recordedAt": "2026-01-01T00:00:00Z", "heading": 181.5]]], ["points.0.heading"]),
        (["points": "none"], ["points"]), ([:], ["points"]),
    ] as [(JSONValue, [String])])
    func everyField(_ form: JSONValue, _ fields: [String]) throws {
        let (road, _) = try enRoute()
        let reply = try road.shard.send(RecordLocations(form), as: FuelRoad.driver("luis"))
        #expect(reply?.status == 422 && reply?.json["errors"]?.object?.keys.sorted() == fields)
        #expect(try road.shard.count(of: "driver_point") == 0)
    }

    @Test("A clock that jumps shows nobody more often")
    func realTime() throws {
        let (road, _) = try enRoute()
        try road.move("luis", (FuelRoad.far, 0))
        try road.shard.advance(by: .minutes(1))
        try road.move("luis", (FuelRoad.street, 0))
        #expect(try road.shard.published(DriverLocationUpdated.self).count == 1)
    }

    @Test("The last position of several in two seconds is shown when they are over, once")
    func lastIsShown() throws {
        let (road, _) = try enRoute()
        try road.move("luis", (FuelRoad.far, 0))
        road.shard.now = road.shard.now + .milliseconds(500)
        try road.move("luis", (FuelRoad.near, 0))
        road.shard.now = road.shard.now + .milliseconds(500)
        try road.move("luis", (FuelRoad.street, 0))
        try road.shard.advance(by: .zero)
        #expect(try road.shard.published(DriverLocationUpdated.self).count == 1)
        road.shard.now = road.shard.now + .seconds(1)
        try road.shard.advance(by: .zero)
        #expect(try road.shard.published(DriverLocationUpdated.self).map(\.lat) == [FuelRoad.far.lat, FuelRoad.street.lat])
        road.shard.now = road.shard.now + .seconds(10)
        try road.shard.advance(by: .zero)
        #expect(try road.shard.published(DriverLocationUpdated.self).count == 2)
    }

    @Test("After thirty days nobody knows where a driver was")
    func retention() throws {
        let (road, order) = try enRoute()
        try road.move("luis", (FuelRoad.far, 0))
        try road.fail(order, .notServable, by: FuelRoad.dispatcher)
        try road.shard.advance(by: .days(30) - .seconds(1))
        #expect(try road.shard.count(of: "driver_point") == 1)
        try road.shard.advance(by: .seconds(1))
        #expect(try road.shard.count(of: "driver_point") == 0)
    }

    @Test("Where an erased driver was is forgotten at once")
    func erased() throws {
        let (road, order) = try enRoute()
        try road.move("luis", (FuelRoad.far, 0))
        try road.shard.receive(UserErased(userId: "luis"))
        #expect(try road.shard.count(of: "driver_point") == 0)
        #expect(try road.status(order) == "scheduled")
    }

    @Test("Coordinates are rounded by the digits that were sent")
    func digits() throws {
        let (road, _) = try enRoute()
        try road.shard.send(RecordLocations(points: [SentLocation(lat: 25.7617005, lng: -80.1918005, recordedAt: road.shard.now)]),
                            as: FuelRoad.driver("luis"))
        let shown = try road.shard.published(DriverLocationUpdated.self).last
        #expect(shown?.lat == 25.761701 && shown?.lng == -80.191801)
    }
}
