import Contracts
import Kernel
import Messaging
import SchedulingTruckWindows
import ServiceKit
import TestKit
import Testing

@Suite("Schedules of areas, rosters of trucks")
struct ScheduleAndRosterTests {
    private let depot: WindowDepot
    init() throws { depot = try WindowDepot() }

    private static let form: JSONValue = [
        "weekly": ["mon": [["13:00", "24:00"], ["07:00", "12:00"]], "sun": []], "windowMinutes": 30, "cutoffMinutes": 0,
        "exceptions": [["date": "2026-12-25", "closed": true, "reason": " Christmas "],
                       ["date": "2026-12-24", "hours": [["08:00", "14:00"]]]],
    ]

    @Test("What is set is read, hours and dates in order; exceptions that are not sent stay, null removes them")
    func schedule() throws {
        let reply = try #require(try depot.setSchedule(WindowDepot.core, Self.form))
        #expect(reply.status == 200 && reply.json == [
            "weekly": ["mon": [["07:00", "12:00"], ["13:00", "24:00"]], "sun": []], "windowMinutes": 30, "cutoffMinutes": 0,
            "exceptions": [["date": "2026-12-24", "hours": [["08:00", "14:00"]], "reason": nil],
                           ["date": "2026-12-25", "closed": true, "reason": "Christmas"]],
        ])
        func read() throws -> Reply {
            try depot.shard.ask(AreaScheduleDetails.self, ["areaId": "area-core"], as: WindowDepot.dispatcher)
        }
        #expect(try read().json == reply.json)
        let bare: JSONValue = ["weekly": [:], "windowMinutes": 240, "cutoffMinutes": 1440]
        #expect(try depot.setSchedule(WindowDepot.core, bare)?.json["exceptions"] == reply.json["exceptions"])
        let cleared: JSONValue = ["weekly": [:], "windowMinutes": 240, "cutoffMinutes": 1440, "exceptions": nil]
        #expect(try depot.setSchedule(WindowDepot.core, cleared)?.json["exceptions"] == [])
        #expect(try read().json["weekly"] == [:])
        #expect(try depot.shard.ask(AreaScheduleDetails.self, ["areaId": "area-x"], as: WindowDepot.dispatcher).status == 404)
        let customer = Principal.user("maya", roles: ["customer"])
        #expect(try depot.shard.ask(AreaScheduleDetails.self, ["areaId": "area-core"], as: customer).status == 403)
    }

    @Test("Every field of a schedule that is wrong is named at once")
    func schedulesRefused() throws {
        let reply = try #require(try depot.setSchedule(WindowDepot.core, [
            "weekly": ["mon": [["07:00", "12:00"], ["11:59", "13:00"]], "tue": [["12:00", "07:00"]], "wed": [["7", "8"]], "monday": []],
            "windowMinutes": 29, "cutoffMinutes": 1441,
            "exceptions": [["date": "2026-12-25", "closed": true, "hours": []], ["date": "2026-12-25", "closed": true],
                           ["date": "tomorrow"], ["closed": false, "hours": [["09:00", "08:00"]]]],
        ]))
        #expect(reply.status == 422 && reply.fields == [
            "weekly.mon", "weekly.tue", "weekly.wed", "weekly.monday", "windowMinutes", "cutoffMinutes", "exceptions.0.hours",
            "exceptions.1.date", "exceptions.2.date", "exceptions.2.closed", "exceptions.3.date", "exceptions.3.hours",
        ])
        #expect(try depot.setSchedule(WindowDepot.core, [:])?.fields == ["weekly", "windowMinutes", "cutoffMinutes"])
        #expect(try depot.setSchedule(WindowDepot.core, Self.form, as: .user("maya", roles: ["customer"]))?.status == 403)
    }

    @Test("A form of any kind is judged after its area or truck is found", arguments: [
        ["weekly": "always", "windowMinutes": "two hours", "cutoffMinutes": nil, "exceptions": 5],
        ["weekly": ["mon": 7], "windowMinutes": 60.5, "exceptions": ["tomorrow", ["date": 7, "closed": "yes", "reason": []]]],
    ] as [JSONValue])
    func oddForms(_ form: JSONValue) throws {
        let fields = form["exceptions"] == 5 ? ["cutoffMinutes", "exceptions", "weekly", "windowMinutes"]
            : ["cutoffMinutes", "exceptions.0", "exceptions.1.closed", "exceptions.1.date", "exceptions.1.reason", "weekly.mon",
               "windowMinutes"]
        let reply = try #require(try depot.setSchedule(WindowDepot.core, form))
        #expect(reply.status == 422 && reply.json["errors"]?.object?.keys.sorted() == fields)
        let rows: [JSONValue] = [7, ["areaId": "a b", "weekdays": "mon", "stopsPerWindow": "four"]]
        let refused = try #require(try depot.setRoster("truck-1", rows))
        #expect(refused.json["errors"]?.object?.keys.sorted() == ["0", "1.areaId", "1.stopsPerWindow", "1.weekdays"])
        #expect(try depot.setSchedule("area-never", form, id: "r1") == nil)
        #expect(try depot.setRoster("truck-never", rows, id: "r2") == nil)
        try depot.shard.advance(by: .seconds(2))
        #expect(try depot.shard.answer(to: "r1")?.status == 404 && depot.shard.answer(to: "r2")?.status == 404)
    }

    @Test("A roster is the whole list; entries come back as they were sent, their days in order")
    func roster() throws {
        let rows = [WindowDepot.row(WindowDepot.night, 20, ["sun", "mon"]), WindowDepot.row(WindowDepot.core, 0, ["mon"])]
        let reply = try #require(try depot.setRoster("truck-1", rows))
        #expect(reply.status == 200)
        func read(_ truck: String) throws -> Reply {
            try depot.shard.ask(TruckRosterDetails.self, ["truckId": .string(truck)], as: WindowDepot.dispatcher)
        }
        #expect(try read("truck-1").json["data"] == [
            WindowDepot.row(WindowDepot.night, 20, ["mon", "sun"]), WindowDepot.row(WindowDepot.core, 0, ["mon"]),
        ])
        try depot.hear(truck: "truck-9", "T-901", ["diesel"])
        #expect(try read("truck-9").json["data"] == [] && read("truck-0").status == 404)
        #expect(try depot.setRoster("truck-1", rows, as: .user("maya", roles: ["customer"]))?.status == 403)
    }

    @Test("An area and weekday twice, stops beyond 0 to 20 and days that are none are refused by their place")
    func rostersRefused() throws {
        let reply = try #require(try depot.setRoster("truck-1", [
            WindowDepot.row(WindowDepot.core, 4, ["mon", "tue"]), WindowDepot.row(WindowDepot.core, 21, ["tue"]),
            WindowDepot.row(WindowDepot.night, -1, ["tue", "tue"]), WindowDepot.row(WindowDepot.night, 1, ["friday"]),
            WindowDepot.row(WindowDepot.night, 1, []),
        ]))
        #expect(reply.status == 422 && reply.fields == [
            "1.weekdays", "1.stopsPerWindow", "2.weekdays", "2.stopsPerWindow", "3.weekdays", "4.weekdays",
        ])
    }

    @Test("A change of something new waits for the news of it, up to two seconds")
    func pending() throws {
        #expect(try depot.setSchedule("area-new", Self.form, id: "r1") == nil)
        #expect(try depot.setSchedule("area-never", Self.form, id: "r2") == nil)
        #expect(try depot.setRoster("truck-new", [WindowDepot.row("area-later", 2)], id: "r3") == nil)
        #expect(try depot.setRoster("truck-new", [WindowDepot.row("area-never", 2), WindowDepot.row("area-core", 2)], id: "r4") == nil)
        #expect(try depot.setRoster("truck-never", [], id: "r5") == nil)
        try depot.hear(area: "area-new", west: 0)
        try depot.hear(truck: "truck-new", "T-901", ["diesel"])
        #expect(try depot.shard.answer(to: "r1")?.status == 200 && depot.shard.answer(to: "r3") == nil)
        try depot.hear(area: "area-later", west: 0)
        #expect(try depot.shard.answer(to: "r3")?.body["data"] == [WindowDepot.row("area-later", 2)])
        try depot.shard.advance(by: .seconds(1))
        #expect(try depot.shard.answer(to: "r2") == nil)
        try depot.shard.advance(by: .seconds(1))
        #expect(try depot.shard.answer(to: "r2")?.status == 404 && depot.shard.answer(to: "r5")?.status == 404)
        let refused = try #require(try depot.shard.answer(to: "r4"))
        #expect(refused.status == 422 && refused.body["errors"]?.object?.keys.sorted() == ["0.areaId"])
        #expect(try depot.shard.count(of: "pending_change") == 0 && depot.shard.timers() == [])
        // The news comes after all: it changes nothing that was answered.
        try depot.hear(area: "area-never", west: 0)
        #expect(try depot.shard.ask(AreaScheduleDetails.self, ["areaId": "area-never"], as: WindowDepot.dispatcher).status == 404)
    }

    @Test("Seeds need no news, and leave what is there as it is")
    func seeds() throws {
        let schedule = ImportAreaSchedule(areaId: "area-seed", weekly: ["mon": [["07:00", "21:00"]]], windowMinutes: 120, cutoffMinutes: 60,
                                          exceptions: [["date": "2026-11-26", "closed": true, "reason": "Thanksgiving"]])
        try depot.shard.receive(schedule)
        try depot.shard.receive(ImportAreaSchedule(areaId: "area-seed", weekly: [:], windowMinutes: 30, cutoffMinutes: 0))
        let read = try depot.shard.ask(AreaScheduleDetails.self, ["areaId": "area-seed"], as: WindowDepot.dispatcher)
        #expect(read.json["windowMinutes"] == 120 && read.json["exceptions"]?.array?.count == 1)
        let row = ImportTruckRoster.Row(areaId: WindowDepot.core, weekdays: ["mon"], stopsPerWindow: 5)
        try depot.shard.receive(ImportTruckRoster(truckId: "truck-seed", rows: [row]))
        try depot.shard.receive(ImportTruckRoster(truckId: "truck-seed", rows: []))
        #expect(try depot.remaining("09:00") == 7)
        try depot.hear(truck: "truck-seed", "T-001", ["regular"])
        #expect(try depot.remaining("09:00") == 12)
    }

    @Test("A truck that carries another fuel now counts for it at once")
    func refitted() throws {
        try depot.hear(truck: "truck-1", "T-101", ["diesel"])
        #expect(try depot.remaining("09:00", fuel: "diesel") == 7 && depot.remaining("09:00") == 3)
    }
}
