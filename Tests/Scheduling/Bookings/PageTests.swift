import Contracts
import Foundation
import Kernel
import Messaging
import SchedulingService
import TestKit
import Testing

@Suite("Pages without scripts")
struct PageTests {
    private func text(_ reply: Reply) -> String { String(decoding: reply.body, as: UTF8.self) }

    @Test("From the week over the details to the appointment, by forms alone")
    func wholeWay() throws {
        let studio = try Studio(["location": "Gurruchaga 1450"])
        let token = try studio.link()
        let week = try studio.shard.ask(BookingPageOfLink.self, ["token": .string(token), "from": "2026-11-24"])
        let html = text(week)
        #expect(week.status == 200 && week.contentType == "text/html; charset=utf-8" && week.isSecret)
        #expect(html.contains("<html lang=\"es\">") && html.contains("name=\"startsAt\" value=\"\(tuesday10)\"") && !html.contains("<script"))
        #expect(html.components(separatedBy: "<fieldset>").count == 8 && html.contains("Sin horarios libres."))
        let held = try studio.guest(HoldOnPage.type, ["token": .string(token), "startsAt": .string(tuesday10)])
        #expect(held.status == 303)
        let location = try #require(held.location)
        #expect(location.hasPrefix("/book/\(token)?hold="))
        let hold = String(location.split(separator: "=").last ?? "")
        let details = text(try studio.shard.ask(BookingPageOfLink.self, ["token": .string(token), "hold": .string(hold)]))
        #expect(details.contains("name=\"holdId\" value=\"\(hold)\"") && details.contains("autocomplete=\"email\"") && details.contains("<time datetime=\"2026-11-21T07:10:00Z\">"))
        let bad = try studio.guest(BookOnPage.type, ["token": .string(token), "holdId": .string(hold), "clientName": "Carla <b>Medina</b>", "clientEmail": "carla@example.com",
                                                     "clientDni": studio.shard.sealed("1")])
        let again = text(bad)
        #expect(bad.status == 422 && again.contains("role=\"alert\"") && again.contains("href=\"#clientDni\"") && again.contains("aria-invalid=\"true\""))
        #expect(again.contains("aria-describedby=\"clientDni-hint clientDni-error\"") && again.contains("Carla &lt;b&gt;Medina&lt;/b&gt;") && !again.contains("<b>"))
        let good = try studio.guest(BookOnPage.type, studio.client(["token": .string(token), "holdId": .string(hold)]))
        #expect(good.status == 303 && good.location?.hasPrefix("/appointment/") == true)
        #expect(try studio.guest(BookOnPage.type, studio.client(["token": .string(token), "holdId": .string(hold)])).location == good.location)
        #expect(try studio.shard.ask(BookingPageOfLink.self, ["token": .string(token)]).status == 410)
        let manage = String((good.location ?? "").split(separator: "/").last ?? "")
        let page = text(try studio.shard.ask(PageOfAppointment.self, ["manageToken": .string(manage)]))
        #expect(page.contains("Confirmado") && page.contains("calendar.ics") && page.contains("/appointment/\(manage)/cancel"))
    }

    @Test("Looking changes nothing, however often messengers look")
    func looking() throws {
        let studio = try Studio()
        let token = try studio.link()
        let before = try studio.shard.fingerprint()
        for _ in 0..<100 { #expect(try studio.shard.ask(BookingPageOfLink.self, ["token": .string(token)]).status == 200) }
        #expect(try studio.shard.fingerprint() == before)
    }

    @Test("A time that is gone is said on the week, a missing choice on the choice")
    func refusals() throws {
        let studio = try Studio()
        let token = try studio.link()
        _ = try studio.booked(tuesday10)
        let gone = try studio.guest(HoldOnPage.type, ["token": .string(token), "startsAt": .string(tuesday10)])
        #expect(gone.status == 409 && text(gone).contains("Ese horario ya no está disponible") && text(gone).contains("<fieldset>"))
        let unchosen = try studio.guest(HoldOnPage.type, ["token": .string(token)])
        #expect(unchosen.status == 422 && text(unchosen).contains("id=\"startsAt-error\""))
        let unknown = try studio.shard.ask(BookingPageOfLink.self, ["token": "nothing"])
        #expect(unknown.status == 404 && unknown.contentType?.hasPrefix("text/html") == true)
    }

    @Test("Cancelling asks first; moving shows the week; what is too late says so")
    func changes() throws {
        let studio = try Studio()
        let manage = try studio.booked(thursday10)
        #expect(text(try studio.shard.ask(CancelPage.self, ["manageToken": .string(manage)])).contains("Sí, cancelar"))
        #expect(text(try studio.shard.ask(ReschedulePage.self, ["manageToken": .string(manage), "lang": "en", "from": "2026-11-27"])).contains("Move to this time"))
        let moved = try studio.guest(RescheduleOnPage.type, ["manageToken": .string(manage), "startsAt": "2026-11-28T13:00:00Z", "lang": "en"])
        #expect(moved.status == 303 && moved.location == "/appointment/\(manage)?lang=en")
        try studio.advance(.days(6))
        #expect(try studio.guest(CancelOnPage.type, ["manageToken": .string(manage), "reason": "Viaje"]).status == 409)
        let other = try studio.booked("2026-12-03T13:00:00Z")
        #expect(try studio.guest(CancelOnPage.type, ["manageToken": .string(other), "reason": "Viaje"]).status == 303)
    }

    @Test("Waiting is joined on the page, which then says the position")
    func waiting() throws {
        let studio = try Studio()
        let token = try studio.link()
        #expect(try studio.guest(JoinWaitlistOnPage.type, ["token": .string(token), "clientName": "J", "clientEmail": "x"]).status == 422)
        let joined = try studio.guest(JoinWaitlistOnPage.type, ["token": .string(token), "clientName": "Julieta Paz", "clientEmail": "julieta@example.com"])
        #expect(joined.status == 303 && joined.location == "/book/\(token)")
        #expect(text(try studio.shard.ask(BookingPageOfLink.self, ["token": .string(token)])).contains("en lista de espera"))
    }

    @Test("A time that comes twice on a day shows its offset")
    func twice() throws {
        let studio = try Studio(["minimumNoticeMinutes": 0, "horizonDays": 365, "slotStepMinutes": 60])
        var moved = UserUpdated(userId: "1", name: "Lucía Ferreyra", roles: ["artist"])
        moved.timezone = "America/New_York"
        try studio.shard.receive(moved)
        _ = try studio.post(AddOverride.type, ["kind": "extra", "startDate": "2027-11-07", "startTime": "00:00", "endTime": "06:00"])
        try studio.advance(.days(340))
        let html = text(try studio.shard.ask(BookingPageOfLink.self, ["token": .string(studio.link(60)), "from": "2027-11-07"]))
        #expect(html.contains("UTC-04:00") && html.contains("UTC-05:00"))
    }

    /// As small as a JPEG gets: its frame alone.
    private func picture(width: UInt8) -> String {
        Base64URL.encode([0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 1, 0, width, 1, 1, 0x11, 0, 0xFF, 0xD9])
    }

    @Test("A picture that is one too many is not kept: what the form wrote before its refusal is gone")
    func refusedPicture() throws {
        let studio = try Studio()
        let manage = try studio.booked(thursday10)
        func send(_ width: UInt8) throws -> Reply {
            let part: JSONValue = ["upload": .string("upload-\(width)"), "index": 0, "isLast": true, "bytes": .string(picture(width: width))]
            return try studio.guest(AddPhotoOnPage.type, ["manageToken": .string(manage), "part": part])
        }
        for width in 1...6 as ClosedRange<UInt8> { #expect(try send(width).status == 303) }
        let refused = try send(7)
        #expect(refused.status == 409 && text(refused).contains("Ya hay seis fotos."))
        #expect(try studio.shard.count(of: "file") == 6 && studio.shard.count(of: "photo") == 6)
    }
}
