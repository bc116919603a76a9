import Contracts
import Kernel
import Messaging
import SchedulingEventReminders
import SchedulingPersonalCalendar
import SchedulingService
import ServiceKit
import TestKit
import Testing

@Suite("Calendars of people who go to events")
struct PersonalCalendarTests {
    private typealias Scene = PersonalCalendarScene
    private let summit = PersonalCalendarScene.event("summit", "2026-11-26T06:00:00Z", title: "Kampala Tech Summit")

    @Test("A ticket is the event with an alarm two hours before, its type and serial, for its holder only")
    func ticket() throws {
        let scene = try Scene()
        let ticket = try scene.issue(summit, to: "john")[0].ticketId
        let file = try scene.ticketFile(ticket)
        #expect(file.status == 200 && file.contentType == "text/calendar; charset=utf-8" && file.cacheControl == "private, no-cache")
        for line in ["METHOD:PUBLISH", "UID:event-summit@eventpass.ug", "SEQUENCE:1", "DTSTART:20261126T060000Z", "DTEND:20261126T140000Z",
                     "SUMMARY:Kampala Tech Summit", "LOCATION:Kampala Serena Hotel\\, Kintu Road\\, Kampala", "GEO:0.319;32.5863",
                     "URL:https://eventpass.ug/events/summit", "STATUS:CONFIRMED", "TRIGGER:-PT120M",
                     "DESCRIPTION:Ticket: Regular\\, EP-7F3K-9Q20.\\nBy Bob Events.\\nhttps://eventpass.ug/events/summit"] {
            #expect(file.calendarLines.contains { $0 == line }, "\(line)")
        }
        #expect(try scene.ticketFile(ticket, as: nil).status == 401)
        #expect(try scene.ticketFile(ticket, as: Scene.jane).status == 404)
        #expect(try scene.ticketFile("nothing").status == 404)
        let shared = try scene.shard.ask(EventCalendarFile.self, ["eventId": "summit"])
        #expect(shared.calendarLines.contains("UID:event-summit@eventpass.ug"), "the same date")
    }

    @Test("A file names the organizer as it is called now, and nobody when the account is gone")
    func organizer() throws {
        let scene = try Scene()
        try scene.publish(summit)
        try scene.publish(Scene.event("other", "2026-11-27T06:00:00Z", organizer: "sarah"))
        func byline(_ event: EventID = "summit") throws -> Substring? {
            let file = try scene.shard.ask(EventCalendarFile.self, ["eventId": .string(event.rawValue)])
            return file.calendarLines.first { $0.hasPrefix("DESCRIPTION:") && !$0.hasSuffix(summit.title) }
        }
        try scene.shard.receive(OrganizerUpdated(userId: "bob", isSuspended: false, isVerified: true, name: "Bob Shows"))
        #expect(try byline() == "DESCRIPTION:By Bob Shows.\\nhttps://eventpass.ug/events/summit")
        #expect(try byline("other") == "DESCRIPTION:By Bob Events.\\nhttps://eventpass.ug/events/other")
        try scene.shard.receive(UserErased(userId: "bob"))
        #expect(try byline() == "DESCRIPTION:https://eventpass.ug/events/summit")
        try scene.issue(summit, to: "john")
        #expect(try byline() == "DESCRIPTION:https://eventpass.ug/events/summit", "other services may still send the name")
    }

    @Test("A ticket that ended takes its date out of the calendar, for every reason",
          arguments: ["refund", "transferred", "event-cancelled"])
    func dead(reason: String) throws {
        let scene = try Scene()
        let tickets = try scene.issue(summit, to: "john", count: 2)
        scene.shard.now = Scene.now + .hours(1)
        try scene.cancel([tickets[0]], of: summit, reason)
        let file = try scene.ticketFile(tickets[0].ticketId)
        #expect(file.status == 200)
        for line in ["METHOD:CANCEL", "STATUS:CANCELLED", "UID:event-summit@eventpass.ug", "DTSTAMP:20261121T080000Z"] {
            #expect(file.calendarLines.contains { $0 == line }, "\(line)")
        }
        #expect(!file.calendarLines.contains("BEGIN:VALARM"))
        #expect(try scene.ticketFile(tickets[1].ticketId).calendarLines.contains("METHOD:PUBLISH"))
        try scene.callOff(Scene.event("summit", "2026-11-26T06:00:00Z", version: 2))
        #expect(try scene.ticketFile(tickets[1].ticketId).calendarLines.contains("METHOD:PUBLISH"), "the ticket decides, not its event")
        try scene.cancel([tickets[1]], of: summit, "event-cancelled")
        let last = try scene.ticketFile(tickets[1].ticketId)
        #expect(last.calendarLines.contains("METHOD:CANCEL") && last.calendarLines.contains("SEQUENCE:2"))
    }

    @Test("An organizer who deletes an event after its end takes it from the public, not from the calendars of those who were there")
    func deletedAfterwards() throws {
        let scene = try Scene()
        let ticket = try scene.issue(summit, to: "john")[0].ticketId
        try scene.publish(summit)
        let address = try #require(try scene.rotate(as: Scene.john))
        scene.shard.now = summit.endDate + .hours(1)
        try scene.callOff(Scene.event("summit", "2026-11-26T06:00:00Z", version: 2, status: "completed"), deleted: true)
        #expect(try scene.ticketFile(ticket).calendarLines.contains("METHOD:PUBLISH"))
        #expect(try scene.feed(address.token).calendarLines.contains("STATUS:CONFIRMED"))
        #expect(try scene.shard.ask(EventCalendarFile.self, ["eventId": "summit"]).calendarLines.contains("METHOD:CANCEL"))
        #expect(try scene.shard.ask(FindCalendarConflicts.self, ["eventId": "summit"], as: Scene.john).status == 404)
    }

    @Test("A cancelled event that is deleted afterwards is not known any more, also when its version is the same")
    func deletedAfterCancellation() throws {
        let scene = try Scene()
        try scene.publish(summit)
        let off = Scene.event("summit", "2026-11-26T06:00:00Z", version: 2, status: "cancelled")
        try scene.callOff(off)
        #expect(try scene.shard.ask(FindCalendarConflicts.self, ["eventId": "summit"], as: Scene.john).status == 200)
        try scene.callOff(off, deleted: true)
        #expect(try scene.shard.ask(FindCalendarConflicts.self, ["eventId": "summit"], as: Scene.john).status == 404)
    }

    @Test("A ticket that was handed over leaves the sender's calendar and comes into the recipient's")
    func handedOver() throws {
        let scene = try Scene()
        let former = try scene.issue(summit, to: "john")[0]
        let new = IssuedTicket(ticketId: "new", ticketTypeId: "tt", holderId: "jane", serial: "EP-9999-9999")
        try scene.shard.receive(TicketTransferred(transferId: "t", orderId: "o", eventId: "summit", event: summit, buyerId: "john",
                                                  former: former, tickets: [new]))
        #expect(try scene.ticketFile(former.ticketId).calendarLines.contains("METHOD:CANCEL"))
        #expect(try scene.ticketFile("new", as: Scene.jane).calendarLines.contains("METHOD:PUBLISH"))
        #expect(try scene.ticketFile("new").status == 404)
    }

    @Test("A moved event moves the date; a restored one is on again")
    func moved() throws {
        let scene = try Scene()
        let ticket = try scene.issue(summit, to: "john")[0].ticketId
        let later = Scene.event("summit", "2026-11-27T06:00:00Z", version: 2)
        try scene.shard.receive(EventUpdated(eventId: "summit", event: later, changed: ["startDate"], notifyHolders: true))
        #expect(try scene.ticketFile(ticket).calendarLines.contains("DTSTART:20261127T060000Z"))
        let empty = Scene.event("empty", "2026-12-01T06:00:00Z")
        try scene.publish(empty)
        try scene.callOff(Scene.event("empty", "2026-12-01T06:00:00Z", version: 2), deleted: true)
        let file = { try scene.shard.ask(EventCalendarFile.self, ["eventId": "empty"]).calendarLines }
        #expect(try file().contains("METHOD:CANCEL"))
        let back = Scene.event("empty", "2026-12-01T06:00:00Z", version: 3)
        try scene.shard.receive(EventRestored(eventId: "empty", event: back))
        #expect(try file().contains("METHOD:PUBLISH") && file().contains("SEQUENCE:3"))
    }

    @Test("Places near the equator have no exponent", arguments: [(0.00005, "0.00005"), (-0.0000004, "0.0"), (-1.5, "-1.5"), (90, "90.0")])
    func degrees(latitude: Double, written: String) throws {
        let scene = try Scene()
        try scene.publish(Scene.event("e", "2026-11-26T06:00:00Z", latitude: latitude))
        #expect(try scene.shard.ask(EventCalendarFile.self, ["eventId": "e"]).calendarLines.contains { $0 == "GEO:\(written);32.5863" })
    }

    @Test("The feed has every event once: tickets with an alarm, own events without, cancelled ones as cancelled")
    func feed() throws {
        let scene = try Scene()
        let own = Scene.event("own", "2026-11-24T06:00:00Z", organizer: "john")
        let off = Scene.event("off", "2026-11-25T06:00:00Z"), refunded = Scene.event("refunded", "2026-11-25T08:00:00Z")
        for event in [own, summit, off, refunded] { try scene.publish(event) }
        try scene.issue(summit, to: "john", count: 2)
        try scene.issue(own, to: "jane")
        let dead = try scene.issue(off, to: "john"), returned = try scene.issue(refunded, to: "john")
        try scene.callOff(Scene.event("off", "2026-11-25T06:00:00Z", version: 2))
        try scene.cancel(dead, of: off, "event-cancelled")
        try scene.cancel(returned, of: refunded, "refund")
        let address = try #require(try scene.rotate(as: Scene.john))
        #expect(address.url.hasPrefix("https://api.eventpass.ug/calendar/feed/") && address.url.hasSuffix(".ics")
            && address.token.count == 43)
        let file = try scene.feed(address.token)
        #expect(file.status == 200 && file.contentType == "text/calendar; charset=utf-8" && file.cacheControl == "private, no-cache")
        let lines = file.calendarLines
        #expect(lines.filter { $0.hasPrefix("METHOD") } == ["METHOD:PUBLISH"])
        #expect(lines.filter { $0.hasPrefix("UID") || $0.hasPrefix("STATUS") || $0 == "BEGIN:VALARM" } == [
            "UID:event-own@eventpass.ug", "STATUS:CONFIRMED", "UID:event-off@eventpass.ug", "STATUS:CANCELLED",
            "UID:event-summit@eventpass.ug", "STATUS:CONFIRMED", "BEGIN:VALARM",
        ])
        #expect(lines.contains { $0.hasPrefix("DESCRIPTION:2 tickets.") } && lines.contains { $0.hasPrefix("DESCRIPTION:You organize") })
        #expect(!lines.contains { $0.contains("EP-7F3K") }, "no serials at an address that others may read")
        scene.shard.now = summit.endDate + .days(30) - .milliseconds(1)
        #expect(try scene.feed(address.token).calendarLines.contains("UID:event-summit@eventpass.ug"))
        scene.shard.now = summit.endDate + .days(30)
        let empty = try scene.feed(address.token).calendarLines
        #expect(!empty.contains("BEGIN:VEVENT") && empty.contains("BEGIN:VTIMEZONE"), "an object has a component")
    }

    @Test("A new address kills the old one; the owner ends it; nobody else has it")
    func addresses() throws {
        let scene = try Scene()
        #expect(try scene.shard.send(raw: "{}", type: RotatePersonalFeed.type)?.status == 401)
        let first = try #require(try scene.rotate(as: Scene.john)), second = try #require(try scene.rotate(as: Scene.john))
        let others = try #require(try scene.rotate(as: Scene.jane))
        #expect(try [first, second, others].map { try scene.feed($0.token).status } == [404, 200, 200])
        #expect(try scene.shard.ask(PersonalFeedState.self, as: Scene.john).json["active"] == true)
        #expect(try scene.shard.ask(PersonalFeedState.self).status == 401)
        for _ in 0..<2 { #expect(try scene.shard.send(raw: "{}", type: RevokePersonalFeed.type, as: Scene.john)?.status == 204) }
        #expect(try scene.feed(second.token).status == 404)
        #expect(try scene.shard.ask(PersonalFeedState.self, as: Scene.john).json == ["active": false, "createdAt": nil])
        #expect(try scene.feed(others.token).status == 200 && scene.feed("").status == 404 && scene.feed("x").status == 404)
        #expect(!scene.shard.log.contains { String(decoding: $0.value ?? [], as: UTF8.self).contains(others.token) }, "not in the log")
    }

    @Test("Who is erased leaves no ticket, no address and no event of theirs")
    func erased() throws {
        let scene = try Scene()
        try scene.publish(Scene.event("own", "2026-11-24T06:00:00Z", organizer: "john"))
        let ticket = try scene.issue(summit, to: "john")[0].ticketId
        try scene.issue(summit, to: "jane")
        let address = try #require(try scene.rotate(as: Scene.john))
        try scene.shard.receive(UserErased(userId: "john"))
        #expect(try scene.feed(address.token).status == 404 && scene.ticketFile(ticket).status == 404)
        #expect(try scene.shard.count(of: "calendar_ticket") == 1 && scene.shard.count(of: "personal_feed") == 0)
        let fresh = try #require(try scene.rotate(as: Scene.john))
        #expect(try !scene.feed(fresh.token).calendarLines.contains("BEGIN:VEVENT"))
    }
}
