import Contracts
import Kernel
import Messaging
import SchedulingAppointments
import SchedulingCalendars
import SchedulingService
import ServiceKit
import TestKit
import Testing

/// A tenant whose file names windows: the fuel truck of `TenantFileTests`. Saturday 2026-11-21, 08:00 in Madrid.
private struct Round {
    let shard: ShardHarness<Scheduling>
    static let driver = Principal.user("7", roles: ["driver"])

    init() throws {
        let file = try TenantFile(try YAMLFile(path: "t.yml", text: TenantFileTests.round),
                                  catalogue: [Scheduling.name: Scheduling.plugins])
        shard = try ShardHarness(Scheduling.self, definition: file.definition, now: Timestamp("2026-11-21T07:00:00Z") ?? .distantPast)
        try shard.receive(UserRegistered(userId: "7", name: "Camión 7", roles: ["driver"]))
    }
    func post(_ type: MessageType, _ body: JSONValue, as principal: Principal? = nil) throws -> Reply {
        try #require(try shard.send(raw: String(decoding: JSON.encode(body), as: UTF8.self), type: type, as: principal))
    }
    func link(_ minutes: Int = 120) throws -> String {
        try #require(try post(CreateBookingLink.type, ["description": "Gasoil, 500 l", "duration": .int(minutes)], as: Self.driver)
            .json["token"]?.string)
    }
    func book(_ start: String, minutes: Int = 120) throws -> Reply {
        try post(BookAppointment.type,
                 ["token": .string(link(minutes)), "startsAt": .string(start), "clientName": "Ana Paz", "clientEmail": "ana@example.com"])
    }
    func starts(on date: String, minutes: Int = 120) throws -> [String] {
        let reply = try shard.ask(SlotsOfLink.self, ["token": .string(link(minutes)), "from": .string(date), "to": .string(date)])
        return (reply.json["data"]?.array?.first?["slots"]?.array ?? []).compactMap { $0["startTime"]?.string }
    }
}

@Suite("Windows of a tenant file")
struct WindowTests {
    @Test("Guests are offered the windows, not a grid; a window takes what fits in it")
    func offered() throws {
        let round = try Round()
        #expect(try round.starts(on: "2026-11-24") == ["08:00", "10:00"])
        #expect(try round.starts(on: "2026-11-24", minutes: 30) == ["08:00", "10:00"])
        #expect(try round.starts(on: "2026-11-24", minutes: 180) == [])
        #expect(try round.starts(on: "2026-11-28", minutes: 180) == ["09:00"])
        #expect(try round.starts(on: "2026-11-29") == [])
        let inside = try round.book("2026-11-24T08:00:00Z")
        #expect(inside.status == 409 && inside.slug == "slot-unavailable")
    }

    @Test("A window has its places: three book the first, the fourth gets what is left, and a cancelled place comes back")
    func places() throws {
        let round = try Round()
        let first = "2026-11-24T07:00:00Z"
        let booked = try (0..<3).map { _ in try round.book(first) }
        #expect(booked.map(\.status) == [201, 201, 201])
        let fourth = try round.book(first)
        #expect(fourth.status == 409 && fourth.slug == "slot-taken")
        #expect(fourth.member("alternatives")?.array?.first?["startTime"] == "10:00")
        #expect(try round.starts(on: "2026-11-24") == ["10:00"])
        #expect(try round.book("2026-11-24T09:00:00Z").status == 201)
        #expect(try round.book("2026-11-24T09:00:00Z", minutes: 30).status == 409)
        let manage = try #require(booked[1].json["manageToken"]?.string)
        #expect(try round.post(CancelAsCustomer.type, ["manageToken": .string(manage)]).status == 200)
        #expect(try round.starts(on: "2026-11-24") == ["08:00"])
        #expect(try round.book(first).status == 201)
    }

    @Test("A hold is a place; moving takes the new window's before the old one is free")
    func holdsAndMoves() throws {
        let round = try Round()
        let second = "2026-11-25T09:00:00Z"
        #expect(try round.post(HoldSlot.type, ["token": .string(round.link()), "startsAt": .string(second)]).status == 201)
        #expect(try round.book(second).slug == "slot-taken")
        let manage = try #require(try round.book("2026-11-25T07:00:00Z").json["manageToken"]?.string)
        #expect(try round.post(RescheduleAsCustomer.type, ["manageToken": .string(manage), "startsAt": .string(second)])
            .slug == "slot-taken")
        #expect(try round.post(RescheduleAsCustomer.type, ["manageToken": .string(manage), "startsAt": "2026-11-26T09:00:00Z"])
            .status == 200)
        #expect(try round.book("2026-11-26T09:00:00Z").slug == "slot-taken")
    }

    @Test("A window's place that was held is free at the end of the hold, whatever the timer's lag (12.F2)",
          arguments: [(1, true), (0, false)])
    func deadHold(before: Int, lives: Bool) throws {
        let round = try Round()
        let second = "2026-11-25T09:00:00Z", token = try round.link()
        let hold = try round.post(HoldSlot.type, ["token": .string(token), "startsAt": .string(second)]).json["id"] ?? .null
        round.shard.now = round.shard.now + .minutes(10) - .milliseconds(before)
        #expect(try round.book(second).status == (lives ? 409 : 201))
        let mine = try round.post(BookAppointment.type,
                                  ["token": .string(token), "holdId": hold, "clientName": "Ana Paz", "clientEmail": "ana@example.com"])
        #expect(mine.status == (lives ? 201 : 409))
    }

    @Test("Exceptions close days, block times and bring windows to other days")
    func exceptions() throws {
        let round = try Round()
        func add(_ body: JSONValue) throws { #expect(try round.post(AddOverride.type, body, as: Round.driver).status == 201) }
        try add(["kind": "closed", "startDate": "2026-11-24"])
        try add(["kind": "blocked", "startDate": "2026-11-25", "startTime": "08:30", "endTime": "09:00"])
        try add(["kind": "extra", "startDate": "2026-11-29", "startTime": "07:00", "endTime": "12:00"])
        #expect(try round.starts(on: "2026-11-24") == [])
        #expect(try round.starts(on: "2026-11-25") == ["10:00"])
        #expect(try round.starts(on: "2026-11-29") == ["08:00", "10:00"])
        for _ in 0..<3 { #expect(try round.book("2026-11-29T07:00:00Z").status == 201) }
        #expect(try round.book("2026-11-29T07:00:00Z").slug == "slot-taken")
    }

    @Test("Pages speak the tenant's languages; Arabic runs from right to left",
          arguments: [("fr", "Choisissez un horaire", ""), ("ar", "اختر وقتًا", " dir=\"rtl\"")])
    func languages(language: String, words: String, direction: String) throws {
        let round = try Round()
        let page = try round.shard.ask(BookingPageOfLink.self, ["token": .string(round.link()), "lang": .string(language)])
        let html = String(decoding: page.body, as: UTF8.self)
        #expect(page.status == 200 && html.contains("<html lang=\"\(language)\"\(direction)>") && html.contains(words))
    }
}
