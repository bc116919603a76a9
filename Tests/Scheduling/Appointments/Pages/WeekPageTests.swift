import Kernel
import Messaging
import SchedulingAppointments
import SchedulingCalendars
import SchedulingService
import TestKit
import Testing

@Suite("A week of times on a page")
struct WeekPageTests {
    private func text(_ reply: Reply) -> String { String(decoding: reply.body, as: UTF8.self) }
    private static let bytesMax = 100_000

    /// Open day and night, with texts that are as long as they may be.
    private func openAlways(step: Int) throws -> (studio: Studio, token: String) {
        let studio = try Studio(["slotStepMinutes": .int(step), "bufferAfterMinutes": 0, "minimumNoticeMinutes": 0,
                                 "rescheduleNoticeMinutes": 0, "location": .string(String(repeating: "\"", count: 200))])
        let week = (0...6).map { day -> JSONValue in ["dayOfWeek": .int(day), "startTime": "00:00", "endTime": "24:00"] }
        #expect(try studio.post(ReplaceWorkingHours.type, ["workingHours": .array(week)]).status == 200)
        let made = try studio.post(CreateBookingLink.type,
                                   ["description": .string(String(repeating: "\"", count: 1000)), "duration": 30])
        return (studio, try #require(made.json["token"]?.string))
    }

    @Test("Seven days fit into 100 KB with every step: a day that has no room is a link to the page that begins with it",
          arguments: [5, 10, 30])
    func size(step: Int) throws {
        let (studio, token) = try openAlways(step: step)
        func page(_ from: String) throws -> String {
            text(try studio.shard.ask(BookingPageOfLink.self, ["token": .string(token), "from": .string(from), "lang": "en"]))
        }
        let html = try page("2026-11-23")
        let choices = html.components(separatedBy: "type=\"radio\"").count - 1
        let links = html.components(separatedBy: "Show the times of").count - 1
        #expect(html.utf8.count <= Self.bytesMax && html.components(separatedBy: "<fieldset>").count == 8)
        #expect(choices == (7 - links) * 1440 / step && (links > 0) == (step < 30), "\(choices) choices, \(links) links")
        #expect(html.components(separatedBy: " required").count(where: { $0.hasSuffix("id=\"startsAt\"") }) == 1)
        guard links > 0 else { return }
        #expect(html.contains("from=2026-11-29&amp;lang=en\">Show the times of Sunday 29 November</a>"))
        #expect(try page("2026-11-29").contains("value=\"2026-11-29T13:00:00Z\""))
    }

    @Test("The page of a move, and pages with errors, keep within it, too")
    func otherPages() throws {
        let (studio, token) = try openAlways(step: 5)
        let unchosen = try studio.guest(HoldOnPage.type, ["token": .string(token)])
        #expect(unchosen.status == 422 && unchosen.body.count <= Self.bytesMax)
        let manage = try #require(try studio.book(token, tuesday10).json["manageToken"])
        #expect(try studio.shard.ask(ReschedulePage.self, ["manageToken": manage]).body.count <= Self.bytesMax)
        let unmoved = try studio.guest(RescheduleOnPage.type, ["manageToken": manage])
        #expect(unmoved.status == 422 && unmoved.body.count <= Self.bytesMax)
    }

    @Test("A refused choice comes back on the week that it was made on, else on the week of the time that was chosen")
    func sameWeek() throws {
        let studio = try Studio()
        let token = JSONValue.string(try studio.link())
        let late = "2026-12-10T13:00:00Z"
        let manage = try studio.booked(late)
        func hold(_ more: [String: JSONValue]) throws -> Reply {
            try studio.guest(HoldOnPage.type, .object(["token": token].merging(more) { $1 }))
        }
        let taken = try hold(["startsAt": .string(late)])
        #expect(taken.status == 409 && text(taken).contains("<legend>jueves 10 de diciembre</legend>"))
        #expect(text(taken).contains("/hold?from=2026-12-10\">"), "an empty choice tells its week, too")
        let shown = try hold(["startsAt": .string(late), "from": "2026-12-08"])
        #expect(text(shown).contains("<legend>martes 8 de diciembre</legend>") && text(shown).contains("/hold?from=2026-12-08\">"))
        let unchosen = try hold(["from": "2026-12-08"])
        #expect(unchosen.status == 422 && text(unchosen).contains("<legend>martes 8 de diciembre</legend>"))
        func move(_ more: [String: JSONValue]) throws -> Reply {
            try studio.guest(RescheduleOnPage.type, .object(["manageToken": .string(manage)].merging(more) { $1 }))
        }
        let same = try move(["startsAt": .string(late)])
        #expect(same.status == 409 && text(same).contains("/reschedule?from=2026-12-10\">"))
        let unmoved = try move(["from": "2026-12-08"])
        #expect(unmoved.status == 422 && text(unmoved).contains("<legend>martes 8 de diciembre</legend>"))
    }

    @Test("Details that come back after somebody else took the time come with the week of that time")
    func weekOfHold() throws {
        let studio = try Studio()
        let token = JSONValue.string(try studio.link()), late = "2026-12-10T13:00:00Z"
        let hold = try studio.guest(HoldSlot.type, ["token": token, "startsAt": .string(late)]).json["id"] ?? .null
        try studio.advance(.minutes(11))
        _ = try studio.booked(late)
        let gone = try studio.guest(BookOnPage.type, studio.customer(["token": token, "holdId": hold]))
        #expect(gone.status == 409 && text(gone).contains("<legend>jueves 10 de diciembre</legend>"))
    }

    @Test("The alert of an empty choice leads to the week, even where the week has no free time")
    func noTimes() throws {
        let studio = try Studio()
        let token = JSONValue.string(try studio.link())
        try studio.post(AddOverride.type, ["kind": "closed", "startDate": "2026-11-21", "endDate": "2026-12-20"])
        let unchosen = text(try studio.guest(HoldOnPage.type, ["token": token]))
        #expect(unchosen.contains("href=\"#startsAt\"") && unchosen.contains("<fieldset id=\"startsAt\""))
        #expect(unchosen.contains("aria-describedby=\"startsAt-error\" aria-invalid=\"true\"") && !unchosen.contains("type=\"radio\""))
        #expect(!text(try studio.shard.ask(BookingPageOfLink.self, ["token": token])).contains("id=\"startsAt\""))
    }
}
