import Contracts
import Kernel
import Messaging
import NotificationsAdministration
import NotificationsPreferences
import NotificationsService
import Testing
import TestKit

@Suite("What comes by the calendar, and what goes by it")
struct ScheduleTests {
    private static let items =
        [EventsSuggested.Item(eventId: "e-9", title: "Lugogo Open-Air Concert", startDate: EventPassScene.monday + .days(5))]

    /// What the catalog was asked since the last look, and what it answers.
    private func answer(_ scene: EventPassScene, _ suggest: (User.ID) -> EventsSuggested.Suggestion?) throws -> [SuggestEvents] {
        let questions = try scene.shard.published(SuggestEvents.self)
        try scene.shard.markSeen()
        for question in questions {
            try scene.shard.receive(EventsSuggested(context: question.context, suggestions: question.userIds.compactMap(suggest)))
        }
        return questions
    }

    @Test("Recommendations are asked for on Wednesday at 18:00, and whom something is found for hears of it")
    func recommendations() throws {
        let scene = try EventPassScene()
        try scene.go(to: 3, 17, 59)
        #expect(try scene.shard.published(SuggestEvents.self).isEmpty)
        try scene.go(to: 3, 18)
        let questions = try answer(scene) { $0 == "john" ? .init(userId: $0, items: Self.items) : nil }
        #expect(questions.map(\.choice) == [.personal] && questions.flatMap(\.userIds) == ["alice", "bob", "dora", "john"])
        let sent = try #require(try scene.feed().first)
        #expect(sent["type"] == "recommendations" && sent["body"] == "1 event picked for you: Lugogo Open-Air Concert."
            && sent["reasons"] == ["ok"])
        #expect(try scene.feed(EventPassScene.alice).isEmpty)
        #expect(try scene.outbox("push").map { $0["template"] } == ["recommendations"])
        // Next: Sunday.
        try scene.go(to: 7, 17, 59)
        #expect(try scene.shard.published(SuggestEvents.self).filter { $0.choice == .personal }.isEmpty)
        try scene.go(to: 7, 18)
        #expect(try scene.shard.published(SuggestEvents.self).filter { $0.choice == .personal }.count == 1)
    }

    @Test("Many people are asked for in slices, one after the other: an answer brings the next question")
    func slices() throws {
        let scene = try EventPassScene()
        for n in 100..<156 { try scene.register("u-\(n)", roles: ["attendee"]) }
        try scene.shard.markSeen()
        try scene.go(to: 3, 18)
        var asked: [Int] = []
        while true {
            let questions = try answer(scene) { _ in nil }
            guard let only = questions.first else { break }
            #expect(questions.count == 1)
            asked.append(only.userIds.count)
        }
        #expect(asked == [25, 25, 10])
    }

    @Test("What is popular around somebody comes on Friday at 17:00; what is too far away is dropped and says so")
    func popular() throws {
        let scene = try EventPassScene()
        try scene.shard.receive(InterestsChanged(userId: "alice", maxTravelDistanceKm: 25))
        try scene.go(to: 5, 16, 59)
        _ = try answer(scene) { _ in nil }
        try scene.go(to: 5, 17)
        let questions = try answer(scene) { user in
            switch user {
            case "john": .init(userId: user, items: Self.items, distanceKm: 4.2, isNearby: true)
            case "alice": .init(userId: user, items: [], distanceKm: 270)
            default: nil
            }
        }
        #expect(questions.map(\.choice) == [.near])
        #expect(try scene.feed().first?["type"] == "popular-in-area")
        let records = try scene.shard.ask(DecisionRecords.self, ["recipientId": "alice", "type": "popular-in-area"],
                                          as: EventPassScene.dora).json["data"]?.array ?? []
        #expect(records.map { $0["reasons"] } == [["too_far"]])
    }

    @Test("A clock that jumps over the hours of a week decides as one that stops at each of them")
    func jump() throws {
        let suggest: (User.ID) -> EventsSuggested.Suggestion? = { user in
            user == "john" || user == "alice" ? .init(userId: user, items: Self.items, distanceKm: 4, isNearby: true) : nil
        }
        func records(_ scene: EventPassScene) throws -> [String] {
            let all = try scene.shard.ask(DecisionRecords.self, ["perPage": 100], as: EventPassScene.dora).json["data"]?.array ?? []
            return all.filter { $0["category"] == "informational" && $0["type"] != "getting-started" }.map { record in
                (["at", "recipientId", "type", "decision"].map { record[$0]?.string ?? "" } + (record["reasons"]?.array ?? [])
                    .compactMap(\.string)).joined(separator: " ")
            }.sorted()
        }
        func sent(_ scene: EventPassScene) throws -> [String] { try scene.outbox("push").compactMap { $0["template"]?.string }.sorted() }
        let steps = try EventPassScene(), jump = try EventPassScene()
        for (day, hour) in [(3, 18), (5, 17), (7, 18), (8, 9)] {
            try steps.go(to: day, hour)
            _ = try answer(steps, suggest)
        }
        try jump.go(to: 8, 9)
        let questions = try answer(jump, suggest)
        #expect(questions.compactMap(\.at).map(\.description) == ["2026-11-25T15:00:00Z", "2026-11-27T14:00:00Z", "2026-11-29T15:00:00Z"])
        #expect(try records(jump) == records(steps) && records(jump).count == 6)
        #expect(try records(jump).filter { $0.contains("john") } == [
            "2026-11-25T15:00:00Z john recommendations send ok", "2026-11-27T14:00:00Z john popular-in-area send ok",
            "2026-11-29T15:00:00Z john recommendations send ok",
        ])
        #expect(try sent(jump) == sent(steps) && sent(jump).count == 3)
    }

    @Test("What is suggested late on a clock that does not jump is late")
    func late() throws {
        let real = try EventPassScene.definition()
        let scene = try EventPassScene(TenantDefinition(tenant: real.tenant, name: real.name, hosts: real.hosts, currency: real.currency,
                                                        timezone: real.timezone, languages: real.languages,
                                                        sandbox: false, roles: real.roles, plugins: real.plugins, settings: real.settings))
        let context: [String: JSONValue] = ["asker": "notifications", "kind": "recommendations", "at": .string(scene.shard.now.description),
                                            "facts": [:]]
        scene.shard.now = scene.shard.now + .days(3)
        try scene.shard.receive(EventsSuggested(context: context, suggestions: [.init(userId: "john", items: Self.items)]))
        let records = try scene.shard.ask(DecisionRecords.self, ["recipientId": "john", "type": "recommendations"], as: EventPassScene.dora)
            .json["data"]?.array ?? []
        #expect(records.map { $0["reasons"] } == [["expired"]])
    }

    @Test("A clock that jumps past an event has sent its reminders: at their hours, held ones when their time came")
    func reminders() throws {
        let scene = try EventPassScene()
        // Starts on Saturday at 02:00: a day before is in quiet hours and outside the slot.
        let event = EventPassScene.event("e-7", start: EventPassScene.monday + .days(4) + .hours(16))
        try scene.issue(["john"], event: event)
        try scene.go(to: 7, 12)
        for minutes in [1440, 120] {
            try scene.shard.receive(ReminderDue(reminderId: "r-\(minutes)", userId: "john", eventId: "e-7", title: event.title,
                                                startDate: event.startDate, venueName: "Serena", offsetMinutes: minutes, reason: "ticket"))
        }
        let reminders = try scene.feed().filter { $0["type"] == "event-reminder" }
        #expect(reminders.map { $0["createdAt"] } == ["2026-11-27T21:00:00Z", "2026-11-26T23:00:00Z"])
        #expect(reminders.map { $0["reasons"] } == [["ok", "waived_near_start"], ["ok"]])
        #expect(try scene.decisions(of: reminders.last?["id"]) == ["delay", "send"])
        #expect(reminders.last?["body"] == "Tech Summit e-7 starts tomorrow at 2:00 AM at Serena.")
    }

    @Test("A week before, too, for whoever chose that; the organizer hears nothing of it, whatever they like")
    func chosenOffsets() throws {
        let scene = try EventPassScene()
        let event = EventPassScene.event("e-8", start: EventPassScene.monday + .days(7) + .hours(1))
        try scene.issue(["john", "alice"], event: event)
        try scene.shard.advance(by: .hours(1))
        #expect(try scene.shard.send(SetPreferences(document: ["reminderOffsets": ["P7D", "PT2H"]]), as: EventPassScene.john)?.status
            == 200)
        for user in ["john", "alice", "bob"] {
            try scene.shard.receive(ReminderDue(reminderId: "r-\(user)", userId: User.ID(user), eventId: "e-8", title: event.title,
                                                startDate: event.startDate, venueName: "Serena",
                                                offsetMinutes: 10_080, reason: user == "bob" ? "favorite" : "ticket"))
        }
        let records = try scene.shard.ask(DecisionRecords.self, ["type": "event-reminder"], as: EventPassScene.dora)
            .json["data"]?.array ?? []
        #expect(Set(records.map { "\($0["recipientId"]?.string ?? "") \($0["reasons"]?.array?.first?.string ?? "")" })
            == ["john ok", "alice offset_not_chosen"])
    }

    @Test("Who was away for thirty days hears once what is new; who comes back and stays away again hears again")
    func away() throws {
        let scene = try EventPassScene()
        // Everybody was here on Monday at 10:00; 30 days later it is Wednesday, 10:00: before the slot.
        try scene.shard.advance(by: .days(29))
        _ = try answer(scene) { _ in nil }
        try scene.shard.receive(SessionRefreshed(sessionId: "s-alice", userId: "alice"))
        try scene.shard.advance(by: .days(1))
        let questions = try scene.shard.published(SuggestEvents.self).filter { $0.choice == .personalOrPopular }
        #expect(questions.flatMap(\.userIds).sorted() == ["bob", "dora", "john"])
        _ = try answer(scene) { .init(userId: $0, items: Self.items) }
        #expect(try scene.feed().isEmpty)  // Shown once its slot has come.
        try scene.shard.advance(by: .hours(8))
        #expect(try scene.feed().first?["type"] == "re-engagement"
            && scene.feed().first?["body"] == "1 event you may like: Lugogo Open-Air Concert.")
        try scene.shard.advance(by: .days(40))
        #expect(try answer(scene) { _ in nil }.filter { $0.choice == .personalOrPopular }.flatMap(\.userIds) == ["alice"])
        try scene.shard.receive(SessionRefreshed(sessionId: "s-john", userId: "john"))
        try scene.shard.advance(by: .days(29))
        #expect(try answer(scene) { _ in nil }.filter { $0.choice == .personalOrPopular }.isEmpty)
        try scene.shard.advance(by: .days(2))
        #expect(try answer(scene) { _ in nil }.filter { $0.choice == .personalOrPopular }.flatMap(\.userIds) == ["john"])
        #expect(try scene.shard.deadLetters().isEmpty)
    }

    @Test("After ninety days an item, its decisions and its key are gone; what is younger stays, and the same may be told again")
    func forgotten() throws {
        let scene = try EventPassScene()
        let old = try scene.attempt("tickets-low", relations: ["favorited"], dedupeKey: "low:e1")
        try scene.shard.advance(by: .days(89))
        let young = try scene.attempt("ticket-purchased", relations: ["buyer"])
        #expect(try scene.feed().count == 2)
        #expect(try scene.attempt("tickets-low", relations: ["favorited"], dedupeKey: "low:e1")["reasons"] == ["duplicate"])
        // Not by a new item of the same person: by the timer of the day.
        try scene.shard.advance(by: .days(2))
        #expect(try scene.feed().map { $0["id"] } == [young["notificationId"]])
        let records = try scene.shard.ask(DecisionRecords.self, ["recipientId": "john", "perPage": 100], as: EventPassScene.dora)
            .json["data"]?.array ?? []
        #expect(records.allSatisfy { $0["notificationId"] != old["notificationId"] }
            && records.contains { $0["notificationId"] == young["notificationId"] })
        #expect(try scene.attempt("tickets-low", relations: ["favorited"], dedupeKey: "low:e1")["reasons"] != ["duplicate"])
        #expect(try scene.shard.timers().filter { $0 == "forget-old" }.count == 1)
    }

    @Test("What is old goes in slices, also when it is a stadium's worth")
    func manyForgotten() throws {
        let scene = try EventPassScene()
        let people = (0..<1200).map { User.ID("u-\(10_000 + $0)") }
        try scene.issue(people, order: "o-all")
        try scene.shard.receive(EventUpdated(eventId: "e-1", event: EventPassScene.event(version: 2, city: "Jinja"), changed: ["venue"],
                                             notifyHolders: true))
        try scene.shard.advance(by: .seconds(1))
        func rows() throws -> [Int] {
            try scene.shard.file.pool.read { db in
                try ["candidate", "evaluation", "notification", "decided"].map {
                    try Int.fetchOne(db, sql: "SELECT count(*) FROM \($0)") ?? 0
                }
            }
        }
        #expect(try rows().allSatisfy { $0 > 1200 })
        try scene.shard.advance(by: .days(92))
        // The tickets expired without a word of it; nothing younger was said.
        #expect(try rows().allSatisfy { $0 < 50 })
    }

    @Test("A policy of another version decides what waits at once, without anything else happening")
    func newPolicy() throws {
        let scene = try EventPassScene()
        try scene.go(to: 2, 23)
        #expect(try scene.attempt("tickets-low", relations: ["favorited"])["decision"] == "delay")
        let loud = try EventPassScene.definition { settings in
            guard case .object(var members) = settings else { return }
            (members["version"], members["quietHours"]) = (2, nil)
            settings = .object(members)
        }
        try scene.shard.receive(ApplyTenant(loud))
        try scene.shard.advance(by: .seconds(1))
        #expect(try scene.outbox("push").map { $0["template"] } == ["tickets-low"])
    }

    @Test("Nobody hears that a ticket was not used after it was")
    func used() throws {
        let scene = try EventPassScene()
        let pass = EventPassScene.event("e-5", start: EventPassScene.monday, hours: 120)
        for user in ["john", "alice"] {
            let ticket = IssuedTicket(ticketId: TicketID("t-\(user)"), ticketTypeId: "tt", holderId: User.ID(user), serial: "S")
            try scene.shard.receive(TicketsIssued(orderId: OrderID("o-\(user)"), eventId: "e-5", userId: User.ID(user), event: pass,
                                                  tickets: [ticket]))
        }
        try scene.shard.receive(TicketCheckedIn(checkInId: "c-1", ticketId: "t-john", eventId: "e-5", organizerId: "bob", holderId: "john",
                                                title: "Pass", at: scene.shard.now))
        try scene.shard.advance(by: .days(4))
        #expect(try scene.feed(EventPassScene.alice).contains { $0["type"] == "ticket-expiring" })
        #expect(try scene.feed().allSatisfy { $0["type"] != "ticket-expiring" })
    }
}
