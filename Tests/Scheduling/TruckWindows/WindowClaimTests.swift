import Contracts
import Kernel
import SchedulingTruckWindows
import TestKit
import Testing

@Suite("Stops that orders claim")
struct WindowClaimTests {
    private let depot: WindowDepot
    init() throws { depot = try WindowDepot() }

    private func setWindows(minutes: Int) throws {
        let form: JSONValue = ["weekly": WindowDepot.week, "windowMinutes": .int(minutes), "cutoffMinutes": 60]
        #expect(try depot.setSchedule(WindowDepot.core, form)?.status == 200)
    }

    @Test("Claims take the truck with most stops left, then the lowest code, until all trucks are full")
    func fill() throws {
        let window = try depot.id("09:00")
        for number in 1...7 { try depot.claim(ClaimID("c\(number)"), window) }
        let claimed = try depot.claimed()
        #expect(claimed.map(\.truckId.rawValue) == ["truck-1", "truck-1", "truck-2", "truck-1", "truck-2", "truck-1", "truck-2"])
        #expect(claimed.allSatisfy { $0.windowId == window && $0.promisedBy == $0.endsAt && $0.endsAt - $0.startsAt == .hours(2) })
        #expect(try depot.remaining("09:00") == 0 && depot.remaining("11:00") == 7)
        try depot.claim("c8", window)
        let refusal = try #require(try depot.refused().first)
        #expect(refusal.slug == "window-full" && refusal.status == 409 && refusal.claimId == "c8")
        #expect(try refusal.alternatives.map(\.id) == ["11:00", "13:00", "15:00"].map { try depot.id($0) })
        #expect(try depot.window("09:00")["unavailableReason"] == "full")
    }

    @Test("A truck's stops are shared by its fuels, and only trucks that carry a fuel count for it")
    func fuels() throws {
        let window = try depot.id("09:00")
        for number in 1...4 { try depot.claim(ClaimID("d\(number)"), window, fuel: "diesel") }
        #expect(try depot.shard.published(WindowClaimed.self).map(\.truckId.rawValue) == ["truck-2", "truck-2", "truck-2"])
        #expect(try depot.refused().map(\.slug) == ["window-full"])
        #expect(try depot.remaining("09:00") == 4 && depot.remaining("09:00", fuel: "midgrade") == 0)
        #expect(try depot.window("09:00", fuel: "premium")["capacity"] == 4)
        // A fuel without a truck is full, too.
        try depot.claim("e1", window, fuel: "kerosene")
        #expect(try depot.refused().map(\.slug) == ["window-full"])
    }

    @Test("At the end of its hold exactly a claim is gone; a confirmed one stays until it is released")
    func life() throws {
        let window = try depot.id("13:00")
        try depot.claim("a", window)
        try depot.claim("b", window)
        try depot.confirm("b")
        #expect(try depot.told() == ["window-claimed", "window-claimed", "window-confirmed"])
        try depot.shard.advance(by: WindowDepot.hold - .seconds(1))
        #expect(try depot.told() == [] && depot.remaining("13:00") == 5)
        try depot.shard.advance(by: .seconds(1))
        #expect(try depot.told() == ["window-claim-expired"] && depot.remaining("13:00") == 6)
        try depot.confirm("a")
        try depot.confirm("b")
        #expect(try depot.told() == ["window-claim-expired", "window-confirmed"])
        try depot.release("b")
        try depot.release("b")
        try depot.release("a")
        #expect(try depot.told() == ["window-released"] && depot.remaining("13:00") == 7)
        try depot.confirm("b")
        try depot.confirm("never-claimed")
        #expect(try depot.told() == ["window-released", "window-claim-expired"])
        #expect(try depot.shard.timers() == [])
    }

    @Test("A hold is over at its end also when its timer has not fired yet, and its stop is the next one's")
    func overdue() throws {
        let window = try depot.id("13:00")
        for number in 1...7 { try depot.claim(ClaimID("c\(number)"), window) }
        depot.shard.now = depot.shard.now + WindowDepot.hold
        #expect(try depot.remaining("13:00") == 7)
        try depot.confirm("c1")
        try depot.shard.markSeen()
        try depot.claim("next", window)
        #expect(try depot.shard.published(WindowClaimed.self).map(\.claimId) == ["next"])
        #expect(try depot.told().filter { $0 == "window-claim-expired" }.count == 6)
        #expect(try depot.remaining("13:00") == 6)
    }

    @Test("A release that comes before its claim wins; the same claim again is answered the same")
    func order() throws {
        let window = try depot.id("13:00")
        try depot.release("early")
        try depot.claim("early", window)
        #expect(try depot.refused().map(\.slug) == ["claim-released"])
        try depot.claim("twice", window)
        try depot.claim("twice", try depot.id("15:00"))
        let answers = try depot.claimed()
        #expect(answers.count == 2 && answers.first == answers.last && answers.first?.windowId == window)
        #expect(try depot.remaining("13:00") == 6 && depot.remaining("15:00") == 7)
        try depot.shard.advance(by: WindowDepot.hold)
        try depot.shard.markSeen()
        try depot.claim("twice", window)
        #expect(try depot.refused().map(\.slug) == ["claim-expired"] && depot.remaining("13:00") == 7)
    }

    @Test("A window is closed from its cutoff on, judged by when the order came in; alternatives are later windows, then earlier ones")
    func cutoff() throws {
        let window = try depot.id("09:00"), cutoff = WindowDepot.now + .hours(1)
        try depot.claim("in-time", window, receivedAt: cutoff - .seconds(1))
        try depot.claim("late", window, receivedAt: cutoff)
        #expect(try depot.shard.published(WindowClaimed.self).map(\.claimId) == ["in-time"])
        let refusal = try #require(try depot.refused().first)
        #expect(refusal.slug == "window-closed")
        #expect(try refusal.alternatives.map(\.id) == ["11:00", "13:00", "15:00"].map { try depot.id($0) })
        // The last window of the horizon has only earlier ones.
        let last = try depot.id("19:00", date: "2026-11-29")
        for number in 1...8 { try depot.claim(ClaimID("last\(number)"), last) }
        #expect(try depot.refused().first?.alternatives.map(\.id) == ["09:00", "11:00", "13:00"].map { try depot.id($0) })
    }

    @Test("Windows that have passed, lie beyond the horizon or are no longer built are closed; other ids are not found")
    func ids() throws {
        let early = try depot.id("11:00"), last = try depot.id("19:00", date: "2026-11-29"), night = try depot.id("08:00", east: 0.1)
        try depot.claim("kept", early)
        try setWindows(minutes: 60)
        try depot.claim("rebuilt", early)
        try depot.claim("far", last, receivedAt: WindowDepot.now - .days(1))
        try depot.claim("passed", last, receivedAt: WindowDepot.now + .days(30))
        try depot.claim("elsewhere", night)
        try depot.claim("nowhere", "0193f0a0-0000-7000-8000-000000000001")
        try depot.claim("none", TruckWindowID("no window, überhaupt"))
        #expect(try depot.refused().map { "\($0.status) \($0.slug)" } == [
            "409 window-closed", "409 window-closed", "409 window-closed", "404 not-found", "404 not-found", "404 not-found",
        ])
        // What was claimed in a window that is no longer built stays.
        try depot.confirm("kept")
        #expect(try depot.told() == ["window-confirmed"])
        try setWindows(minutes: 120)
        #expect(try depot.id("11:00") == early && depot.remaining("11:00") == 6)
    }

    @Test("As soon as possible takes the earliest window in reach although its cutoff has passed, then the next, then none")
    func asap() throws {
        for number in 1...14 { try depot.claim(ClaimID("a\(number)"), nil) }
        let claimed = try depot.shard.published(WindowClaimed.self)
        let first = try depot.id("07:00"), second = try depot.id("09:00")
        #expect(claimed.map(\.windowId) == Array(repeating: first, count: 7) + Array(repeating: second, count: 7))
        #expect(claimed.first?.promisedBy == WindowDepot.now + .minutes(90) && claimed.last?.promisedBy == WindowDepot.now + .minutes(210))
        try depot.shard.markSeen()
        try depot.claim("a15", nil)
        let refusal = try #require(try depot.refused().first)
        #expect(refusal.slug == "asap-unavailable")
        #expect(try refusal.alternatives.map(\.id) == ["11:00", "13:00", "15:00"].map { try depot.id($0) })
        #expect(try depot.windows().json["asap"] == ["available": false, "windowId": nil, "promisedBy": nil])
        // Near midnight it is tomorrow's first window.
        depot.shard.now = WindowDepot.now + .minutes(16 * 60 + 30)
        try depot.claim("late", nil, area: WindowDepot.night)
        #expect(try depot.claimed().first?.startsAt == Timestamp("2026-11-24T05:00:00Z"))
    }

    @Test("Stops that are lowered below what is claimed leave none and take nothing away")
    func lowered() throws {
        let window = try depot.id("13:00")
        for number in 1...5 { try depot.claim(ClaimID("c\(number)"), window) }
        #expect(try depot.setRoster("truck-1", [WindowDepot.row(WindowDepot.core, 1)])?.status == 200)
        #expect(try depot.setRoster("truck-2", [])?.status == 200)
        #expect(try depot.remaining("13:00") == 0 && depot.window("13:00")["capacity"] == 1)
        try depot.shard.markSeen()
        try depot.claim("c6", window)
        for number in 1...5 { try depot.confirm(ClaimID("c\(number)")) }
        #expect(try depot.told() == ["window-refused"] + Array(repeating: "window-confirmed", count: 5))
        #expect(try depot.setRoster("truck-1", [WindowDepot.row(WindowDepot.core, 4)])?.status == 200)
        #expect(try depot.remaining("13:00") == 1)
    }

    @Test("Claims are forgotten a month after their windows")
    func pruned() throws {
        try depot.claim("old", try depot.id("09:00"))
        try depot.confirm("old")
        try depot.shard.advance(by: .days(31))
        try depot.claim("new", try depot.id("13:00", date: "2026-12-25"))
        #expect(try depot.shard.count(of: "window_claim") == 1)
    }
}
