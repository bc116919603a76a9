import Contracts
import Kernel
import Messaging
import SchedulingPersonalCalendar
import SchedulingService
import ServiceKit
import TestKit
import Testing

@Suite("Conflicts between dates")
struct CalendarConflictTests {
    private typealias Scene = PersonalCalendarScene

    private func conflicts(_ scene: Scene, _ question: JSONValue, as user: Principal? = Scene.john) throws -> Reply {
        try scene.shard.ask(FindCalendarConflicts.self, question, as: user)
    }
    private func rows(_ reply: Reply) -> [String] {
        (reply.json["conflicts"]?.array ?? []).map { row in
            let source = row["source"]?.string ?? "", kind = row["kind"]?.string ?? ""
            return "\(kind) \(source) \(row["eventId"]?.string ?? row["title"]?.string ?? "-") \(row["overlapMinutes"]?.int ?? -1)"
                + " \(row["gapMinutes"]?.int ?? -1)"
        }
    }

    @Test("Exact, partial and adjacent, rounded down, up to thirty minutes and no second more", arguments: [
        ("06:00:00", "14:00:00", "exact", 480, 0), ("06:00:00", "14:00:01", "partial", 480, 0), ("13:59:01", "15:00:00", "partial", 0, 0),
        ("05:00:00", "06:00:00", "adjacent", 0, 0), ("14:00:00", "15:00:00", "adjacent", 0, 0),
        ("14:30:00", "15:00:00", "adjacent", 0, 30), ("14:29:59", "15:00:00", "adjacent", 0, 29), ("14:30:01", "15:00:00", nil, 0, 0),
        ("05:00:00", "05:30:00", "adjacent", 0, 30), ("05:00:00", "05:29:59", nil, 0, 0), ("07:00:00", "07:30:30", "partial", 30, 0),
        ("00:00:00", "23:59:59", "partial", 480, 0),
    ] as [(String, String, String?, Int, Int)])
    func kinds(start: String, end: String, kind: String?, overlap: Int, gap: Int) throws {
        let scene = try Scene()
        try scene.issue(Scene.event("summit", "2026-11-26T06:00:00Z"), to: "john")
        let found = try conflicts(scene, ["start": .string("2026-11-26T\(start)Z"), "end": .string("2026-11-26T\(end)Z")])
        #expect(found.status == 200)
        let row = found.json["conflicts"]?.array?.first
        #expect(row?["kind"]?.string == kind)
        if kind != nil {
            #expect(row?["overlapMinutes"]?.int == overlap && row?["gapMinutes"]?.int == gap)
            #expect(row?["eventId"] == "summit" && row?["title"] == "Event summit" && row?["start"] == "2026-11-26T06:00:00Z"
                && row?["end"] == "2026-11-26T14:00:00Z" && row?["source"] == "ticket")
        }
    }

    @Test("By kind, then by start; an event once, as a ticket if there is one; the named event not with itself")
    func order() throws {
        let scene = try Scene()
        let asked = Scene.event("asked", "2026-11-26T06:00:00Z", hours: 4)
        try scene.publish(asked)
        try scene.issue(asked, to: "john")
        try scene.issue(Scene.event("late", "2026-11-26T09:00:00Z", hours: 2), to: "john", count: 3)
        let both = Scene.event("both", "2026-11-26T05:00:00Z", hours: 2, organizer: "john")
        try scene.issue(both, to: "john")
        try scene.publish(Scene.event("mine", "2026-11-26T10:15:00Z", organizer: "john"))
        try scene.publish(Scene.event("foreign", "2026-11-26T06:00:00Z", hours: 4))
        try scene.issue(Scene.event("twin", "2026-11-26T06:00:00Z", hours: 4), to: "john")
        let busy: JSONValue = [["start": "2026-11-26T05:00:00+00:00", "end": "2026-11-26T06:00:00Z", "title": "Dentist"],
                               ["start": "2026-11-26T09:00:00+03:00", "end": "2026-11-26T13:00:00+03:00"],
                               ["start": "2026-11-25T06:00:00Z", "end": "2026-11-25T07:00:00Z"]]
        let expected = ["exact ticket twin 240 0", "exact device - 240 0", "partial ticket both 60 0", "partial ticket late 60 0",
                        "adjacent device Dentist 0 0", "adjacent organizer-event mine 0 15"]
        let byEvent = try conflicts(scene, ["eventId": "asked", "busy": busy])
        #expect(rows(byEvent) == expected)
        #expect(byEvent.json["conflicts"]?.array?[1]["eventId"] == nil && byEvent.json["conflicts"]?.array?[1]["title"] == .null)
        let byTime = try conflicts(scene, ["start": "2026-11-26T06:00:00Z", "end": "2026-11-26T10:00:00Z", "excludeEventId": "asked",
                                           "busy": busy])
        #expect(rows(byTime) == expected)
        #expect(rows(try conflicts(scene, ["start": "2026-11-26T06:00:00Z", "end": "2026-11-26T10:00:00Z"])).prefix(2)
            == ["exact ticket asked 240 0", "exact ticket twin 240 0"])
        #expect(rows(try conflicts(scene, ["eventId": "asked"], as: Scene.jane)) == [])
    }

    @Test("Cancelled events, tickets that died and events of others stand in nobody's way")
    func gone() throws {
        let scene = try Scene()
        let off = Scene.event("off", "2026-11-26T06:00:00Z", organizer: "john"), dead = Scene.event("dead", "2026-11-26T06:00:00Z")
        try scene.publish(off)
        try scene.callOff(Scene.event("off", "2026-11-26T06:00:00Z", organizer: "john", version: 2))
        try scene.cancel(try scene.issue(dead, to: "john"), of: dead, "refund")
        let question: JSONValue = ["start": "2026-11-26T06:00:00Z", "end": "2026-11-26T14:00:00Z"]
        #expect(rows(try conflicts(scene, question)) == [])
        try scene.issue(Scene.event("on", "2026-11-26T07:00:00Z"), to: "john")
        #expect(rows(try conflicts(scene, ["eventId": "off"])) == ["partial ticket on 420 0"], "a cancelled event may be asked for")
    }

    @Test("Exactly one of an event and a stretch of time; every wrong field is named", arguments: [
        (#"{}"#, ["eventId"]), (#"{"eventId":"e","start":"2026-11-26T06:00:00Z","end":"2026-11-26T07:00:00Z"}"#, ["eventId"]),
        (#"{"eventId":"e","end":"2026-11-26T07:00:00Z"}"#, ["eventId"]), (#"{"start":"2026-11-26T06:00:00Z"}"#, ["end"]),
        (#"{"end":"2026-11-26T06:00:00Z"}"#, ["start"]), (#"{"start":"soon","end":"2026-11-26"}"#, ["end", "start"]),
        (#"{"start":"2026-11-26T06:00:00Z","end":"2026-11-26T06:00:00Z"}"#, ["end"]),
        (#"{"eventId":"e","busy":[{"start":"2026-11-26T06:00:00Z","end":"2026-11-26T05:00:00Z"}]}"#, ["busy.0.end"]),
        (#"{"eventId":"e","busy":[{"start":"x","end":"2026-11-26T05:00:00Z","title":"a\u0007b"}]}"#, ["busy.0.start", "busy.0.title"]),
    ] as [(String, [String])])
    func refused(question: String, fields: [String]) throws {
        let scene = try Scene()
        try scene.publish(Scene.event("e", "2026-11-26T06:00:00Z"))
        let reply = try conflicts(scene, try JSON.decode(JSONValue.self, from: question.utf8))
        #expect(reply.status == 422 && reply.json["errors"]?.object?.keys.sorted() == fields, "\(reply.json)")
    }

    @Test("A draft may be asked about by its organizer, and stands in nobody's way; without dates nothing is at its time")
    func draft() throws {
        let scene = try Scene()
        func draft(_ start: String?, _ end: String?, deleted: Bool = false) throws {
            try scene.shard.receive(DraftChanged(eventId: "plan", organizerId: "john", title: nil, ticketTypes: [], deleted: deleted,
                                                 startDate: start.flatMap { Timestamp($0) }, endDate: end.flatMap { Timestamp($0) }))
        }
        try scene.issue(Scene.event("on", "2026-11-26T07:00:00Z"), to: "john")
        try draft("2026-11-26T06:00:00Z", nil)
        #expect(try conflicts(scene, ["eventId": "plan"]).status == 200 && rows(conflicts(scene, ["eventId": "plan"])) == [])
        try draft("2026-11-26T06:00:00Z", "2026-11-26T08:00:00Z")
        #expect(rows(try conflicts(scene, ["eventId": "plan"])) == ["partial ticket on 60 0"])
        #expect(try conflicts(scene, ["eventId": "plan"], as: Scene.jane).status == 404)
        #expect(rows(try conflicts(scene, ["start": "2026-11-26T06:00:00Z", "end": "2026-11-26T06:30:00Z"])) == ["adjacent ticket on 0 30"])
        try draft("2026-11-26T06:00:00Z", "2026-11-26T08:00:00Z", deleted: true)
        #expect(try conflicts(scene, ["eventId": "plan"]).status == 404)
        try draft("2026-11-26T06:00:00Z", "2026-11-26T08:00:00Z")
        try scene.publish(Scene.event("plan", "2026-11-26T07:00:00Z", organizer: "john"))
        #expect(rows(try conflicts(scene, ["eventId": "plan"])) == ["exact ticket on 480 0"])
        #expect(try scene.shard.count(of: "event_draft") == 0)
        try scene.shard.receive(DraftChanged(eventId: "other", organizerId: "john", title: nil, ticketTypes: [], deleted: false))
        try scene.shard.receive(UserErased(userId: "john"))
        #expect(try scene.shard.count(of: "event_draft") == 0)
    }

    @Test("An event nobody published or that was deleted is not known; a guest is asked to sign in; 501 entries are too many")
    func unknown() throws {
        let scene = try Scene()
        #expect(try conflicts(scene, ["eventId": "nothing"]).status == 404)
        try scene.publish(Scene.event("gone", "2026-11-26T06:00:00Z"))
        #expect(try conflicts(scene, ["eventId": "gone"]).status == 200)
        try scene.callOff(Scene.event("gone", "2026-11-26T06:00:00Z", version: 2), deleted: true)
        #expect(try conflicts(scene, ["eventId": "gone"]).status == 404)
        #expect(try conflicts(scene, ["eventId": "gone"], as: nil).status == 401)
        let entry: JSONValue = ["start": "2026-11-26T06:00:00Z", "end": "2026-11-26T07:00:00Z"]
        func ask(_ count: Int) throws -> Reply {
            try conflicts(scene, ["start": "2026-11-26T06:00:00Z", "end": "2026-11-26T14:00:00Z",
                                  "busy": .array(Array(repeating: entry, count: count))])
        }
        #expect(rows(try ask(500)).count == 500)
        #expect(try ask(501).json["errors"]?["busy"] != nil)
    }

    @Test("Times at the ends of the calendar are answered, not a crash; beyond them there are none")
    func extremes() throws {
        let scene = try Scene()
        try scene.issue(Scene.event("e", "2026-11-26T06:00:00Z"), to: "john")
        let all = try conflicts(scene, ["start": "0001-01-01T00:00:00Z", "end": "9999-12-31T23:59:59Z"])
        #expect(rows(all) == ["partial ticket e 480 0"])
        #expect(try conflicts(scene, ["start": "9999-12-31T23:59:58Z", "end": "9999-12-31T23:59:59Z"]).status == 200)
        #expect(try conflicts(scene, ["start": "9999-12-31T23:59:58Z", "end": "9999-12-31T23:59:59-23:59"]).status == 422)
    }
}
