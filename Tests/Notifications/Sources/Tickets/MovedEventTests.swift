import Contracts
import Kernel
import Messaging
import NotificationsAdministration
import NotificationsService
import Testing
import TestKit

@Suite("What waits for the hour of an event that moves")
struct MovedEventTests {
    // MARK: - Warnings of tickets that expire

    /// From Monday 10:00 for five days; the warning is due on Thursday at 10:00.
    private static func pass(version: Int = 1, hours: Int = 120) -> TicketEvent {
        EventPassScene.event("e-5", version: version, start: EventPassScene.monday, hours: hours)
    }
    private func passScene() throws -> EventPassScene {
        let scene = try EventPassScene()
        try scene.issue(["alice"], event: Self.pass())
        return scene
    }
    private func setEnd(afterHours hours: Int, version: Int = 2, _ scene: EventPassScene) throws {
        try scene.shard.receive(EventUpdated(eventId: "e-5", event: Self.pass(version: version, hours: hours), changed: ["endDate"],
                                             notifyHolders: false))
    }
    private func warnings(_ scene: EventPassScene, _ who: Principal = EventPassScene.alice) throws -> [String] {
        try scene.feed(who).filter { $0["type"] == "ticket-expiring" }.compactMap { $0["body"]?.string }
    }

    @Test("Nobody is warned that a ticket for a cancelled event expires")
    func cancelled() throws {
        let scene = try passScene()
        try scene.shard.receive(EventCancelled(eventId: "e-5", event: Self.pass(version: 2), reason: "rain", deleted: false,
                                               attendeeCount: 1))
        try scene.shard.advance(by: .days(4))
        #expect(try warnings(scene).isEmpty)
    }

    @Test("A warning follows the end of its event to a later hour")
    func later() throws {
        let scene = try passScene()
        try setEnd(afterHours: 168, scene)  // Saturday 10:00.
        try scene.go(to: 6, 9, 59)
        #expect(try warnings(scene).isEmpty)
        try scene.go(to: 6, 10, 1)
        #expect(try warnings(scene)
            == ["Your ticket for Tech Summit e-5 is valid until Mon 30 Nov at 10:00 AM and was not used yet."])
    }

    @Test("A warning follows the end of its event to an earlier hour, for every one of many holders")
    func earlier() throws {
        let scene = try passScene()
        let people = (0..<600).map { User.ID("u-\(10_000 + $0)") }
        try scene.issue(people, order: "o-all", event: Self.pass())
        try setEnd(afterHours: 96, scene)  // Wednesday 10:00.
        try scene.go(to: 3, 9, 59)
        #expect(try warnings(scene).isEmpty)
        try scene.go(to: 3, 10, 1)
        for who in [EventPassScene.alice, .user("u-10000"), .user("u-10599")] { #expect(try warnings(scene, who).count == 1) }
        try scene.go(to: 4, 11)
        #expect(try warnings(scene).count == 1)
    }

    @Test("If the hour of the warning has passed by the move, it comes at once, and only once")
    func passed() throws {
        let scene = try passScene()
        try scene.go(to: 3, 12)
        try setEnd(afterHours: 96, scene)  // Since Wednesday 10:00.
        try scene.shard.advance(by: .minutes(1))
        #expect(try warnings(scene).count == 1)
        try setEnd(afterHours: 97, version: 3, scene)
        try scene.go(to: 4, 11)
        #expect(try warnings(scene).count == 1)
    }

    @Test("An event that has become too short for a warning has none")
    func short() throws {
        let scene = try passScene()
        let moved = EventPassScene.event("e-5", version: 2, start: EventPassScene.monday + .days(6), hours: 4)
        try scene.shard.receive(EventUpdated(eventId: "e-5", event: moved, changed: ["startDate", "endDate"], notifyHolders: false))
        try scene.go(to: 6, 12)
        #expect(try warnings(scene).isEmpty)
    }

    // MARK: - Reminders

    @Test("A reminder that waits is dropped when its event moves, and does not count among those of the new start")
    func reminder() throws {
        let scene = try EventPassScene()
        // Wednesday 23:00: the day before is in quiet hours.
        let old = EventPassScene.event("e-7", start: EventPassScene.monday + .days(2) + .hours(13))
        let new = EventPassScene.event("e-7", version: 2, start: old.startDate + .days(7))
        try scene.issue(["john"], event: old)
        func remind(_ event: TicketEvent, _ minutes: Int) throws {
            try scene.shard.receive(ReminderDue(reminderId: "r-\(minutes)-\(event.version)", userId: "john", eventId: "e-7",
                                                title: event.title, startDate: event.startDate, venueName: "Serena",
                                                offsetMinutes: minutes, reason: "ticket"))
        }
        func reasons() throws -> [JSONValue?] {
            let records = try scene.shard.ask(DecisionRecords.self, ["recipientId": "john", "type": "event-reminder"],
                                              as: EventPassScene.dora).json["data"]?.array ?? []
            return records.map { $0["reasons"] }
        }
        try scene.go(to: 2, 23)
        try remind(old, 1440)
        try scene.go(to: 2, 23, 10)
        try scene.shard.receive(EventUpdated(eventId: "e-7", event: new, changed: ["startDate", "endDate"], notifyHolders: true))
        try scene.go(to: 3, 10, 1)
        #expect(try reasons() == [["resolved"], ["quiet_hours", "slot"]])
        try scene.go(to: 9, 23)
        try remind(new, 1440)
        try scene.go(to: 10, 21)
        try remind(new, 120)
        #expect(try scene.outbox("push").filter { $0["template"] == "event-reminder" }.count == 2)
    }
}
