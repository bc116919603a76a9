import Contracts
import Kernel
import Messaging
import SchedulingEventReminders
import SchedulingService
import ServiceKit
import TestKit
import Testing

/// A scheduling shard of one tenant; event `e-1` starts in 5 days.
struct ReminderScene {
    let shard: ShardHarness<Scheduling>
    static let now = Timestamp(secondsSinceEpoch: 1_795_244_400)  // 2026-11-21T07:00:00Z
    static let definition = TenantDefinition(tenant: "eventpass", name: "EventPassUG", hosts: ["api.eventpass.ug"], currency: .ugx,
                                             sandbox: true, plugins: ["scheduling": ["event-reminders"]],
                                             settings: ["scheduling": ["eventUrl": "https://eventpass.ug/events/{event.id}"]])
    init() throws { shard = try ShardHarness(Scheduling.self, definition: Self.definition, now: Self.now) }

    static func event(_ version: Int = 1, startsIn: Duration = .days(5), title: String = "Kampala Tech Summit",
                      status: String = "published", address: String? = nil) -> TicketEvent {
        TicketEvent(eventId: "e-1", organizerId: "bob", organizerName: "Bob Events", title: title, category: "technology", status: status,
            startDate: now + startsIn,
                    endDate: now + startsIn + .hours(8),
                    venue: Venue(name: "Kampala Serena Hotel", address: address, city: "Kampala", latitude: 0.319,
                        longitude: 32.5863),
                    posterUrl: nil, ageRestriction: nil, ticketTypes: [], refundPolicy: .init(type: "none", hoursBefore: nil),
                    transferable: true, reEntry: false,
                    doorsOpenMinutes: 180, version: version)
    }
    func issue(_ users: [User.ID], order: OrderID = "o-1", event: TicketEvent = event()) throws {
        let tickets = users.enumerated()
            .map { IssuedTicket(ticketId: TicketID("\(order)-\($0.offset)"), ticketTypeId: "tt", holderId: $0.element,
            serial: "S") }
        try shard.receive(TicketsIssued(orderId: order, eventId: "e-1", userId: users[0], event: event, tickets: tickets))
    }
    func mark(_ user: User.ID, _ favorite: Bool = true) throws {
        // Only what was published can be marked, and its publication comes first on the same topic.
        if favorite { try shard.receive(EventPublished(eventId: "e-1", event: Self.event())) }
        try shard.receive(EventFavorited(eventId: "e-1", userId: user, favorite: favorite))
    }
    func reminders() throws -> [ReminderDue] {
        let due = try shard.published(ReminderDue.self)
        try shard.markSeen()
        return due
    }
}

@Suite("Reminders")
struct ReminderTests {
    @Test("Holders and favoriters are reminded 24 h and 2 h before the start")
    func offsets() throws {
        let scene = try ReminderScene()
        try scene.issue(["john"])
        try scene.mark("jane")
        try scene.shard.advance(by: .days(4) - .milliseconds(1))
        #expect(try scene.reminders().isEmpty)
        try scene.shard.advance(by: .milliseconds(1))
        let first = try scene.reminders()
        #expect(first.map(\.userId) == ["jane", "john"])
        #expect(first.map(\.reason) == ["favorite", "ticket"])
        #expect(
            first.allSatisfy { $0.offsetMinutes == 1440 && $0.title == "Kampala Tech Summit" && $0.venueName == "Kampala Serena Hotel" })
        try scene.shard.advance(by: .hours(22))
        #expect(try scene.reminders().map(\.offsetMinutes) == [120, 120])
        try scene.shard.advance(by: .days(10))
        #expect(try scene.reminders().isEmpty)
        #expect(try scene.shard.timers().isEmpty)
    }

    @Test("Several tickets, several orders and a mark make one reminder")
    func once() throws {
        let scene = try ReminderScene()
        try scene.issue(["john", "john", "john"])
        try scene.issue(["john"], order: "o-2")
        try scene.mark("john")
        try scene.shard.advance(by: .days(4))
        #expect(try scene.reminders().map(\.reason) == ["ticket"])
    }

    @Test("A moved start moves the reminders, also when they were sent already")
    func moved() throws {
        let scene = try ReminderScene()
        try scene.issue(["john"])
        try scene.shard.receive(EventUpdated(eventId: "e-1", event: ReminderScene.event(2, startsIn: .days(9)), changed: ["startDate"],
                                             notifyHolders: true))
        try scene.shard.advance(by: .days(8) - .hours(1))
        #expect(try scene.reminders().isEmpty)
        try scene.shard.advance(by: .hours(1))
        #expect(try scene.reminders().count == 1)
        try scene.shard.receive(EventUpdated(eventId: "e-1", event: ReminderScene.event(3, startsIn: .days(12)), changed: ["startDate"],
                                             notifyHolders: true))
        try scene.shard.advance(by: .days(3))
        #expect(try scene.reminders().map(\.startDate) == [ReminderScene.now + .days(12)])
    }

    @Test("Older news of an event changes nothing")
    func olderNews() throws {
        let scene = try ReminderScene()
        try scene.shard.receive(EventUpdated(eventId: "e-1", event: ReminderScene.event(2, startsIn: .days(9)), changed: ["startDate"],
                                             notifyHolders: true))
        try scene.issue(["john"], event: ReminderScene.event(1))
        try scene.shard.advance(by: .days(5))
        #expect(try scene.reminders().isEmpty)
        try scene.shard.advance(by: .days(3))
        #expect(try scene.reminders().count == 1)
    }

    @Test("A cancelled event reminds nobody")
    func cancelled() throws {
        let scene = try ReminderScene()
        try scene.issue(["john"])
        try scene.shard.receive(EventCancelled(eventId: "e-1", event: ReminderScene.event(1), reason: "rain", deleted: false,
                                               attendeeCount: 1))
        #expect(try scene.shard.timers().isEmpty)
        try scene.shard.advance(by: .days(6))
        #expect(try scene.reminders().isEmpty)
    }

    @Test("A mark that was taken away and tickets that died remind nobody; one ticket that is left does")
    func gone() throws {
        let scene = try ReminderScene()
        try scene.mark("jane")
        try scene.mark("jane", false)
        try scene.issue(["john", "john"])
        try scene.issue(["alice", "alice"], order: "o-2")
        func cancel(_ tickets: [(TicketID, User.ID)]) throws {
            let dead = tickets.map { IssuedTicket(ticketId: $0.0, ticketTypeId: "tt", holderId: $0.1, serial: "S") }
            try scene.shard.receive(TicketsCancelled(orderId: "o", eventId: "e-1", tickets: dead, reason: "refund"))
        }
        try cancel([("o-1-0", "john"), ("o-1-1", "john")])
        try cancel([("o-2-1", "alice")])
        try scene.shard.advance(by: .days(4))
        #expect(try scene.reminders().map(\.userId) == ["alice"])
    }

    @Test("The recipient of a ticket is reminded; a sender without a ticket left is not")
    func transferred() throws {
        let scene = try ReminderScene()
        try scene.issue(["john", "jane"])
        try scene.shard.receive(TicketTransferred(
            transferId: "tr-1", orderId: "o-1", eventId: "e-1", event: ReminderScene.event(), buyerId: "john",
            former: IssuedTicket(ticketId: "o-1-0", ticketTypeId: "tt", holderId: "john", serial: "S"),
            tickets: [IssuedTicket(ticketId: "t-2", ticketTypeId: "tt", holderId: "alice", serial: "T")]))
        try scene.shard.advance(by: .days(4))
        #expect(try scene.reminders().map(\.userId) == ["alice", "jane"])
    }

    @Test("Who buys after an offset has passed gets the next one only")
    func lateBuyer() throws {
        let scene = try ReminderScene()
        try scene.shard.advance(by: .days(4) + .hours(1))
        try scene.issue(["john"])
        try scene.shard.advance(by: .days(1))
        #expect(try scene.reminders().map(\.offsetMinutes) == [120])
    }

    @Test("An audience larger than a slice is reminded whole, each once")
    func largeAudience() throws {
        let scene = try ReminderScene()
        let people = (0..<450).map { User.ID("u-\(1000 + $0)") }
        try scene.issue(people)
        try scene.shard.advance(by: .days(4))
        #expect(try scene.reminders().map(\.userId) == people)
    }

    @Test("An erased person is not reminded")
    func erased() throws {
        let scene = try ReminderScene()
        try scene.issue(["john", "jane"])
        try scene.shard.receive(UserErased(userId: "john"))
        try scene.shard.advance(by: .days(4))
        #expect(try scene.reminders().map(\.userId) == ["jane"])
    }

    @Test("The same log gives the same database")
    func replay() throws {
        let scene = try ReminderScene()
        try scene.issue(["john", "jane"])
        try scene.mark("alice")
        try scene.shard.advance(by: .days(4))
        try scene.shard.receive(UserErased(userId: "john"))
        try scene.shard.advance(by: .days(2))
        let copy = try ShardHarness(Scheduling.self, definition: ReminderScene.definition, now: ReminderScene.now)
        for record in scene.shard.log { try copy.deliver(Envelope(record)) }
        #expect(try copy.fingerprint() == scene.shard.fingerprint())
    }

    @Test("Offsets that make no sense are named when the tenant file is applied")
    func settings() throws {
        let check = try #require(Scheduling.contents.plugins.first).check
        #expect(check([:], ReminderScene.definition).isEmpty)
        #expect(check(["reminderOffsetsMinutes": [15, 15], "eventUrl": "ftp://x"], ReminderScene.definition).map(\.path)
            == ["reminderOffsetsMinutes", "reminderOffsetsMinutes", "eventUrl"])
    }
}

@Suite("Calendar files")
struct CalendarFileTests {
    private func file(_ scene: ReminderScene) throws -> String {
        String(decoding: try scene.shard.ask(EventCalendarFile.self, ["eventId": "e-1"]).body, as: UTF8.self)
    }

    @Test("A guest gets the event with place, times in UTC and an alarm 2 hours before", arguments: [nil, ""] as [String?])
    func plain(address: String?) throws {
        let scene = try ReminderScene()
        #expect(try scene.shard.ask(EventCalendarFile.self, ["eventId": "e-1"]).status == 404)
        try scene.shard.receive(EventPublished(eventId: "e-1", event: ReminderScene.event(address: address)))
        let reply = try scene.shard.ask(EventCalendarFile.self, ["eventId": "e-1"])
        #expect(reply.contentType == "text/calendar; charset=utf-8")
        let text = try file(scene)
        #expect(text.hasPrefix("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n") && text.hasSuffix("END:VEVENT\r\nEND:VCALENDAR\r\n"))
        for line in ["UID:event-e-1@api.eventpass.ug", "DTSTART:20261126T070000Z", "DTEND:20261126T150000Z", "SUMMARY:Kampala Tech Summit",
                     "LOCATION:Kampala Serena Hotel\\, Kampala", "GEO:0.319;32.5863", "STATUS:CONFIRMED", "TRIGGER:-PT120M",
                     "URL:https://eventpass.ug/events/e-1"] {
            #expect(text.contains("\r\n\(line)\r\n"), "\(line)")
        }
    }

    @Test("Long and odd titles are folded at 75 octets and escaped")
    func odd() throws {
        let scene = try ReminderScene()
        let title = "Rock; Paper, Scissors \\ " + String(repeating: "Ŋ🎉", count: 30)
        try scene.shard.receive(EventPublished(eventId: "e-1", event: ReminderScene.event(title: title)))
        let text = try file(scene)
        #expect(text.utf8.split(separator: 10).allSatisfy { $0.count <= 76 })
        #expect(text.replacing("\r\n ", with: "").contains("SUMMARY:Rock\\; Paper\\, Scissors \\\\ ŊŊ".prefix(30)))
        #expect(text.split(separator: "\r\n").count > 10)
    }

    @Test("A cancelled event says so and rings no alarm")
    func cancelled() throws {
        let scene = try ReminderScene()
        try scene.shard.receive(EventCancelled(eventId: "e-1", event: ReminderScene.event(3), reason: "rain", deleted: false,
                                               attendeeCount: 0))
        let text = try file(scene)
        #expect(text.contains("STATUS:CANCELLED") && !text.contains("VALARM"))
    }
}
