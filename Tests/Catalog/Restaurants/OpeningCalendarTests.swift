import CatalogRestaurants
import CatalogService
import Contracts
import Kernel
import Testing

@Suite("When a restaurant is open")
struct OpeningCalendarTests {
    private typealias Fixture = RestaurantFixture

    /// 12:00–02:00, on Friday 13:00–03:00.
    private static let najd: JSONValue = .array((0...6).map {
        ["dayOfWeek": .int($0), "opens": $0 == 5 ? "13:00" : "12:00", "closes": $0 == 5 ? "03:00" : "02:00"]
    })

    @Test("A period belongs to the day it starts on", arguments: [
        ("2026-11-21T22:30:00Z", true, nil, "2026-11-21T23:00:00Z"), ("2026-11-21T23:00:00Z", false, "2026-11-22T09:00:00Z", nil),
        // Friday until three, Saturday's own begins at noon.
        ("2026-11-20T23:59:59Z", true, nil, "2026-11-21T00:00:00Z"), ("2026-11-21T00:00:00Z", false, "2026-11-21T09:00:00Z", nil),
        ("2026-11-20T10:00:00Z", true, nil, "2026-11-21T00:00:00Z"), ("2026-11-20T09:59:59Z", false, "2026-11-20T10:00:00Z", nil),
    ] as [(String, Bool, String?, String?)])
    func night(_ at: String, _ open: Bool, _ opensAt: String?, _ closesAt: String?) throws {
        let it = try Fixture()
        let id = try it.addActive(hours: Self.najd)
        let opening = try it.opening(id, at: at)
        #expect(opening["open"] == .bool(open) && opening["at"]?.string == at)
        #expect(opening["opensAt"]?.string == opensAt && opening["closesAt"]?.string == closesAt)
    }

    @Test("An exception replaces what starts on its date; the tail of the night before stays; what meets is one")
    func exceptions() throws {
        let it = try Fixture()
        let id = try it.addActive(hours: Self.najd)
        try it.shard.send(SetHours(restaurantId: id, hours: Self.najd, exceptions: [
            ["date": "2026-11-22", "closed": true], ["date": "2026-11-23", "periods": [["opens": "02:00", "closes": "12:00"]]],
        ]), as: Fixture.owner)
        // Sunday 01:30 is Saturday's.
        #expect(try it.opening(id, at: "2026-11-21T22:30:00Z")["open"] == true)
        #expect(try it.opening(id, at: "2026-11-22T12:00:00Z")["opensAt"] == "2026-11-22T23:00:00Z")
        // Monday's exception ends at noon, Tuesday begins at noon: there is a day between them.
        #expect(try it.opening(id, at: "2026-11-23T05:00:00Z")["closesAt"] == "2026-11-23T09:00:00Z")
    }

    @Test("Open around the clock has no end, unless one comes within eight days")
    func always() throws {
        let it = try Fixture()
        let id = try it.addActive()
        #expect(try it.opening(id)["closesAt"] == .null && it.opening(id)["open"] == true)
        try it.shard.send(SetHours(restaurantId: id, hours: Fixture.always, exceptions: [["date": "2026-11-27", "closed": true]]),
                          as: Fixture.owner)
        #expect(try it.opening(id)["closesAt"] == "2026-11-26T21:00:00Z")
        #expect(try it.opening(id, at: "2026-11-27T00:00:00Z")["opensAt"] == "2026-11-27T21:00:00Z")
        // The list knows without being told.
        try it.shard.advance(by: .days(6))
        #expect(try it.slugs(["open": true]) == [])
        try it.shard.advance(by: .days(1))
        #expect(try it.slugs(["open": true]).count == 1)
    }

    @Test("Paused: it opens at the end of the pause if that is inside a period, else at the next start after it")
    func paused() throws {
        let it = try Fixture()
        let id = try it.addActive(hours: Self.najd)
        it.shard.now = try #require(Timestamp("2026-11-21T20:00:00Z"))
        let soon = try #require(Timestamp("2026-11-21T22:00:00Z")), late = try #require(Timestamp("2026-11-22T05:00:00Z"))
        try it.shard.send(SetAvailability(restaurantId: id, mode: "paused", until: soon), as: Fixture.owner)
        #expect(try it.opening(id)["opensAt"]?.string == soon.description && it.opening(id)["closesAt"] == .null)
        // From then on the mode does not count.
        #expect(try it.opening(id, at: soon.description)["open"] == true)
        try it.shard.send(SetAvailability(restaurantId: id, mode: "paused", until: late), as: Fixture.owner)
        #expect(try it.opening(id)["opensAt"] == "2026-11-22T09:00:00Z")
        try it.shard.send(SetAvailability(restaurantId: id, mode: "paused"), as: Fixture.owner)
        #expect(try it.opening(id)["opensAt"] == .null)
    }

    @Test("Periods must not overlap, also not over midnight or the end of the week", arguments: [
        (0, "10:00", "14:00", 0, "13:59", "16:00", false), (0, "10:00", "14:00", 0, "14:00", "16:00", true),
        (1, "20:00", "03:00", 2, "02:59", "10:00", false), (1, "20:00", "03:00", 2, "03:00", "10:00", true),
        (6, "20:00", "03:00", 0, "02:00", "10:00", false), (6, "20:00", "03:00", 0, "03:00", "10:00", true),
        (6, "20:00", "00:00", 0, "00:00", "10:00", true), (3, "00:00", "24:00", 3, "23:59", "23:00", false),
    ])
    func overlaps(_ day: Int, _ opens: String, _ closes: String, _ otherDay: Int, _ otherOpens: String, _ otherCloses: String,
                  _ isAllowed: Bool) throws {
        let it = try Fixture()
        let id = try it.add()
        let hours: JSONValue = [["dayOfWeek": .int(day), "opens": .string(opens), "closes": .string(closes)],
                                ["dayOfWeek": .int(otherDay), "opens": .string(otherOpens), "closes": .string(otherCloses)]]
        let reply = try it.shard.send(SetHours(restaurantId: id, hours: hours), as: Fixture.owner)
        #expect(reply?.status == (isAllowed ? 200 : 422) && it.errors(reply) == (isAllowed ? [] : ["hours.1"]))
        let swapped: JSONValue = .array(Array((hours.array ?? []).reversed()))
        #expect(try it.shard.send(SetHours(restaurantId: id, hours: swapped), as: Fixture.owner)?.status == (isAllowed ? 200 : 422))
    }

    @Test("Hours that are none are refused")
    func refusals() throws {
        let it = try Fixture()
        let id = try it.add()
        func refused(_ hours: JSONValue, _ exceptions: JSONValue? = nil) throws -> Set<String> {
            it.errors(try it.shard.send(SetHours(restaurantId: id, hours: hours, exceptions: exceptions), as: Fixture.owner))
        }
        #expect(try refused([["dayOfWeek": 7, "opens": "10:00", "closes": "12:00"]]) == ["hours.0.dayOfWeek"])
        #expect(try refused([["dayOfWeek": 1, "opens": "10:00", "closes": "10:00"]]) == ["hours.0.closes"])
        #expect(try refused([["dayOfWeek": 1, "opens": "24:00", "closes": "9:00"]]) == ["hours.0.opens", "hours.0.closes"])
        #expect(try refused([], [["date": "2026-12-31", "closed": true], ["date": "2026-12-31", "closed": true]]) == ["exceptions.1.date"])
        #expect(try refused([], [["date": "2026-02-30", "closed": true]]) == ["exceptions.0.date"])
        #expect(try refused([], [["date": "2026-12-31", "periods": [["opens": "10:00", "closes": "12:00"],
                                                                    ["opens": "11:00", "closes": "13:00"]]]])
            == ["exceptions.0.periods.1"])
        let five = JSONValue.array((0..<5).map { ["dayOfWeek": 1, "opens": .string("0\($0):00"), "closes": .string("0\($0):30")] })
        #expect(try refused(five) == ["hours.4"])
    }

    @Test("Everything that is wrong with a period or an exception is said at once, and overlaps of those that can be read")
    func allRefusals() throws {
        let it = try Fixture()
        let id = try it.add()
        let hours: JSONValue = [
            ["dayOfWeek": 9, "opens": "x", "closes": "12:00"], [:],
            ["dayOfWeek": 1, "opens": "10:00", "closes": "14:00"], ["dayOfWeek": 1, "opens": "13:00", "closes": "15:00"],
        ]
        let exceptions: JSONValue = [["date": "2026-02-30", "periods": [["opens": "10:00", "closes": "y"]]], [:]]
        let reply = try it.shard.send(SetHours(restaurantId: id, hours: hours, exceptions: exceptions), as: Fixture.owner)
        #expect(it.errors(reply) == [
            "hours.0.dayOfWeek", "hours.0.opens", "hours.1.dayOfWeek", "hours.1.opens", "hours.1.closes", "hours.3",
            "exceptions.0.date", "exceptions.0.periods.0.closes", "exceptions.1.date", "exceptions.1.periods",
        ])
    }
}
