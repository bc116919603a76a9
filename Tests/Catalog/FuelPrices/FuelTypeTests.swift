import CatalogFuelPrices
import CatalogService
import Contracts
import Kernel
import Messaging
import TestKit
import Testing

@Suite("Fuels, and what the app starts with")
struct FuelTypeTests {
    private typealias Fixture = FuelPriceFixture

    @Test("Fuels come in their order, one that is seeded again stays as it is")
    func list() throws {
        let it = try Fixture()
        try it.shard.receive(ImportFuelType(code: "diesel", name: "Gas oil", family: "diesel", grade: 1, octane: nil, position: 0))
        let answer = try it.shard.ask(FuelTypes.self).json
        #expect(answer["data"]?.array?.map { $0["code"]?.string } == ["regular", "midgrade", "premium", "diesel"])
        #expect(answer["data"]?.array?.first == [
            "code": "regular", "name": "Regular", "family": "gasoline", "grade": 1, "octane": 87, "active": true,
        ])
        #expect(try it.shard.ask(FuelTypeDetails.self, ["code": "diesel"]).json["octane"] == .null)
        #expect(try it.shard.ask(FuelTypeDetails.self, ["code": "coal"]).status == 404)
        #expect(try it.shard.ask(FuelTypes.self, ["page": 2, "perPage": 3]).json["data"]?.array?.map { $0["code"] } == ["diesel"])
    }

    @Test("A fuel that is switched off has no price anywhere, and returns with the one that is in force then")
    func switched() throws {
        let it = try Fixture()
        try it.publish(3399)
        try it.publish(3899, "diesel")
        try it.publish(3449, from: .hours(2))
        let off = try it.shard.send(ChangeFuelType(code: "regular", ["active": false]), as: Fixture.manager)
        #expect(off?.json["active"] == false && off?.json["name"] == "Regular")
        #expect(try it.offered() == ["diesel": 3899])
        try it.shard.advance(by: .hours(3))
        try it.shard.send(ChangeFuelType(code: "regular", ["name": " Normal ", "active": true]), as: Fixture.manager)
        #expect(try it.offered() == ["regular": 3449, "diesel": 3899])
        #expect(try it.told() == [3399, nil, 3449])
        let events = try it.shard.published(FuelTypeChanged.self).suffix(2)
        #expect(events.map(\.active) == [false, true] && events.last?.name == "Normal")
    }

    @Test("A fuel keeps a name, and one that is not there is 404")
    func refusals() throws {
        let it = try Fixture()
        for form in [["name": .null, "active": .null], ["name": " ", "active": "yes"], ["name": 7, "active": 1]] as [JSONValue] {
            #expect(it.errors(try it.shard.send(ChangeFuelType(code: "regular", form), as: Fixture.manager)) == ["name", "active"])
        }
        #expect(try it.shard.send(ChangeFuelType(code: "coal", ["active": "yes"]), as: Fixture.manager)?.status == 404)
        let seen = try it.shard.published(FuelTypeChanged.self).count
        try it.shard.send(ChangeFuelType(code: "regular", ["active": true]), as: Fixture.manager)
        #expect(try it.shard.published(FuelTypeChanged.self).count == seen, "nothing changed")
    }

    @Test("The app is told its limits, as the tenant file has them, and the time of the tenant")
    func config() throws {
        let it = try Fixture(["fuelLimits": ["tipMax": 5000],
                              "fuelApp": ["minAppVersion": ["ios": "2.1.0"], "supportPhone": "+13055550100"]])
        try it.shard.advance(by: .hours(1))
        let config = try it.shard.ask(FuelAppConfig.self).json
        #expect(config["env"] == "sandbox" && config["serverTime"]?.string == it.shard.now.description)
        #expect(config["minAppVersion"] == ["ios": "2.1.0", "android": "1.0.0"] && config["support"]?["phone"] == "+13055550100")
        #expect(config["limits"] == [
            "quoteMinutes": 15, "pendingMinutes": 15, "offlineMaxAgeHours": 24, "offlineGraceMinutes": 30, "asapStaleMinutes": 15,
            "bookingHorizonDays": 6, "gallonsMin": 5, "gallonsMax": 60, "dollarsMin": 2000, "dollarsMax": 30_000, "tipMax": 5000,
            "tipHours": 72, "freeCancelHours": 2, "geofenceMeters": 75, "overCapturePercent": 0, "asapPromiseMinutes": 90,
        ])
    }

    @Test("A tenant file with limits that no order fits is refused")
    func settings() {
        func problems(_ settings: JSONValue) -> [String] {
            FuelPricesListing.problems(inSettings: settings, of: Fixture.definition()).map(\.path)
        }
        #expect(problems([:]) == [])
        #expect(problems(["fuelLimits": ["gallonsMin": 61]]) == ["fuelLimits"])
        #expect(problems(["fuelLimits": ["dollarsMax": 1999]]) == ["fuelLimits"])
        #expect(problems(["fuelLimits": ["bookingHorizonDays": 7, "tipHours": "long"]]) == ["fuelLimits.tipHours"])
        #expect(problems(["fuelLimits": ["bookingHorizonDays": 7]]) == ["fuelLimits.bookingHorizonDays"])
        #expect(problems(["fuelApp": ["supportPhone": 911]]) == ["fuelApp.supportPhone"])
    }
}
