import Contracts
import Kernel
import SchedulingTruckWindows
import ServiceKit
import TestKit
import Testing

@Suite("Windows of a place")
struct WindowsOfPlaceTests {
    private let depot: WindowDepot
    init() throws { depot = try WindowDepot() }

    @Test("Of today by default: every window of the date, with what can be booked and why not")
    func today() throws {
        let reply = try depot.windows()
        #expect(reply.status == 200 && reply.json["date"] == "2026-11-23" && reply.json["timezone"] == "America/New_York")
        #expect(reply.json["serviceable"] == true && reply.json["areaId"] == "area-core" && reply.json["closedReason"] == .null)
        let data = try #require(reply.json["data"]?.array)
        #expect(data.count == 7)
        let first = try #require(data.first)
        #expect(first["startsAt"] == "2026-11-23T12:00:00Z" && first["endsAt"] == "2026-11-23T14:00:00Z")
        #expect(first["localStart"] == "07:00" && first["localEnd"] == "09:00" && first["cutoffAt"] == "2026-11-23T11:00:00Z")
        #expect(first["available"] == false && first["unavailableReason"] == "past_cutoff" && first["remaining"] == 7)
        #expect(data[1]["available"] == true && data[1]["unavailableReason"] == .null && data[1]["capacity"] == 7)
        #expect(reply.json["asap"] == ["available": true, "windowId": first["id"] ?? .null, "promisedBy": "2026-11-23T13:30:00Z"])
    }

    @Test("A later date has no answer for as soon as possible; a fuel without a truck has no capacity")
    func later() throws {
        let reply = try depot.windows(date: "2026-11-29")
        #expect(reply.json["asap"] == .null && reply.json["data"]?.array?.count == 7)
        let none = try #require(try depot.windows("diesel", east: 0.1).json["data"]?.array?.last)
        #expect(none["capacity"] == 0 && none["unavailableReason"] == "no_truck_for_fuel" && none["localEnd"] == "24:00")
    }

    @Test("Outside of every active area there is nothing; where areas overlap the priority decides, then the code")
    func places() throws {
        #expect(try depot.windows(east: 1).json == ["serviceable": false, "data": []])
        // The border belongs to both: the first code serves.
        #expect(try depot.windows(east: 0.05).json["areaId"] == "area-core")
        try depot.hear(area: WindowDepot.night, west: -80_200_000, priority: 1)
        #expect(try depot.windows(east: 0.05).json["areaId"] == "area-night")
        try depot.hear(area: WindowDepot.core, west: -80_300_000, active: false)
        #expect(try depot.windows().json["serviceable"] == false)
        // Until it has a schedule an area has no windows, and no reason for it.
        try depot.hear(area: "area-new", west: -80_300_000)
        let unset = try depot.windows()
        #expect(unset.json["areaId"] == "area-new" && unset.json["data"] == [] && unset.json["closedReason"] == .null)
        #expect(unset.json["asap"]?["available"] == false)
    }

    @Test("A date without windows says why: the exception's reason, else that it is closed")
    func closed() throws {
        #expect(try depot.setSchedule(WindowDepot.core, [
            "weekly": ["mon": [["07:00", "21:00"]], "tue": [["07:00", "08:00"]]], "windowMinutes": 120, "cutoffMinutes": 60,
            "exceptions": [["date": "2026-11-26", "closed": true, "reason": "Thanksgiving"], ["date": "2026-11-27", "closed": true],
                           ["date": "2026-11-28", "hours": [["10:00", "14:00"]], "reason": "Market"]],
        ])?.status == 200)
        func reason(_ date: String) throws -> JSONValue? { try depot.windows(date: date).json["closedReason"] }
        #expect(try reason("2026-11-24") == "closed" && reason("2026-11-25") == "closed")
        #expect(try reason("2026-11-26") == "Thanksgiving" && reason("2026-11-27") == "closed" && reason("2026-11-28") == .null)
        #expect(try depot.windows(date: "2026-11-28").json["data"]?.array?.map { $0["localStart"] } == ["10:00", "12:00"])
    }

    private static let wrong: [(query: JSONValue, fields: [String])] = [
        ([:], ["lat", "lng", "fuelType"]), (["lat": 25.75, "lng": -80.25, "fuelType": "coal"], ["fuelType"]),
        (["lat": 25.75, "lng": -80.25, "fuelType": "regular", "date": "2026-11-22"], ["date"]),
        (["lat": 25.75, "lng": -80.25, "fuelType": "regular", "date": "2026-11-30"], ["date"]),
        (["lat": 25.75, "lng": -80.25, "fuelType": "regular", "date": "2026-02-30"], ["date"]),
        (["lat": 91, "lng": -181, "fuelType": "regular"], ["lat", "lng"]),
    ]

    @Test("Each parameter that is missing or wrong is named", arguments: wrong)
    func parameters(_ query: JSONValue, _ fields: [String]) throws {
        let reply = try depot.shard.ask(WindowsOfPlace.self, query)
        #expect(reply.status == 422 && reply.fields == Set(fields), "\(reply.json)")
    }

    @Test("Coordinates count to six decimals, by the digits that were sent")
    func digits() throws {
        func area(_ lng: Double) throws -> JSONValue? {
            try depot.shard.ask(WindowsOfPlace.self, ["lat": 25.75, "lng": .double(lng), "fuelType": "regular"]).json["areaId"]
        }
        #expect(try area(-80.3000004) == "area-core" && area(-80.3000005) == nil)
    }
}
