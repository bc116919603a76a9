import Contracts
import Foundation
import Kernel
import Messaging
import SchedulingAppointments
import SchedulingCalendars
import SchedulingService
import TestKit
import Testing

@Suite("Pages without scripts")
struct PageTests {
    private func text(_ reply: Reply) -> String { String(decoding: reply.body, as: UTF8.self) }
    /// A calendar file without the folding of its long lines.
    private func unfolded(_ file: String?) -> String { (file ?? "").replacing("\r\n ", with: "") }

    @Test("From the week over the details to the appointment, by forms alone")
    func wholeWay() throws {
        let studio = try Studio(["location": "Gurruchaga 1450"])
        let token = try studio.link()
        let week = try studio.shard.ask(BookingPageOfLink.self, ["token": .string(token), "from": "2026-11-24"])
        let html = text(week)
        #expect(week.status == 200 && week.contentType == "text/html; charset=utf-8" && week.isSecret)
        #expect(html.contains("<html lang=\"es\">") && html.contains("name=\"startsAt\" value=\"\(tuesday10)\"")
            && !html.contains("<script"))
        #expect(html.components(separatedBy: "<fieldset>").count == 8 && html.contains("Sin horarios libres."))
        let held = try studio.guest(HoldOnPage.type, ["token": .string(token), "startsAt": .string(tuesday10)])
        #expect(held.status == 303)
        let location = try #require(held.location)
        #expect(location.hasPrefix("/book/\(token)?hold="))
        let hold = String(location.split(separator: "=").last ?? "")
        let details = text(try studio.shard.ask(BookingPageOfLink.self, ["token": .string(token), "hold": .string(hold)]))
        #expect(details.contains("name=\"holdId\" value=\"\(hold)\"") && details.contains("autocomplete=\"email\"")
            && details.contains("<time datetime=\"2026-11-21T07:10:00Z\">"))
        let bad = try studio.guest(BookOnPage.type, ["token": .string(token), "holdId": .string(hold), "clientName": "Carla <b>Medina</b>",
                                                     "clientEmail": "carla@example.com", "clientDni": studio.shard.sealed("1")])
        let again = text(bad)
        #expect(bad.status == 422 && again.contains("role=\"alert\"") && again.contains("href=\"#clientDni\"")
            && again.contains("aria-invalid=\"true\""))
        #expect(again.contains("aria-describedby=\"clientDni-hint clientDni-error\"") && again.contains("Carla &lt;b&gt;Medina&lt;/b&gt;")
            && !again.contains("<b>"))
        let good = try studio.guest(BookOnPage.type, studio.customer(["token": .string(token), "holdId": .string(hold)]))
        #expect(good.status == 303 && good.location?.hasPrefix("/appointment/") == true)
        #expect(try studio.guest(BookOnPage.type, studio.customer(["token": .string(token), "holdId": .string(hold)]))
            .location == good.location)
        #expect(try studio.shard.ask(BookingPageOfLink.self, ["token": .string(token)]).status == 410)
        let manage = String((good.location ?? "").split(separator: "/").last ?? "")
        let page = text(try studio.shard.ask(PageOfAppointment.self, ["manageToken": .string(manage)]))
        #expect(page.contains("Confirmado") && page.contains("calendar.ics") && page.contains("/appointment/\(manage)/cancel"))
    }

    @Test("How often an appointment may be moved is said so that it reads well with one, too")
    func oneMove() throws {
        let studio = try Studio(["maxReschedules": 1]), token = try studio.link()
        func page(_ language: String) throws -> String {
            text(try studio.shard.ask(BookingPageOfLink.self, ["token": .string(token), "lang": .string(language)]))
        }
        #expect(try page("es").contains("(cambios permitidos: 1)") && page("en").contains("(changes allowed: 1)"))
    }

    @Test("A form that is refused after its hold ended comes back with what was typed, while its time is free")
    func endedHold() throws {
        let studio = try Studio()
        let token = JSONValue.string(try studio.link())
        let hold = try studio.guest(HoldSlot.type, ["token": token, "startsAt": .string(tuesday10)]).json["id"] ?? .null
        try studio.advance(.minutes(11))
        let form = try studio.customer(["token": token, "holdId": hold], dni: "1")
        let again = try studio.guest(BookOnPage.type, form)
        let html = text(again)
        #expect(again.status == 422 && html.contains("value=\"Carla Medina\"") && html.contains("href=\"#clientDni\""))
        #expect(html.contains("10:00") && !html.contains("<time") && !html.contains("Ese horario ya no está disponible"))
        #expect(try studio.book(studio.link(), tuesday10).status == 201)
        let gone = try studio.guest(BookOnPage.type, form)
        #expect(gone.status == 422 && text(gone).contains("Ese horario ya no está disponible") && text(gone).contains("<fieldset>"))
        #expect(text(gone).contains("value=\"Carla Medina\""), "the waiting list's form has it")
        let unheld = try studio.guest(BookOnPage.type, studio.customer(["token": token]))
        #expect(unheld.status == 422 && text(unheld).contains("value=\"Carla Medina\""))
    }

    @Test("A form with control characters, or with far too long texts, comes back with what was typed, within 100 KB")
    func keptValues() throws {
        let studio = try Studio()
        let token = JSONValue.string(try studio.link())
        let hold = try studio.guest(HoldSlot.type, ["token": token, "startsAt": .string(tuesday10)]).json["id"] ?? .null
        func send(_ more: [String: JSONValue]) throws -> String {
            let reply = try studio.guest(BookOnPage.type, studio.customer(["token": token, "holdId": hold].merging(more) { $1 }))
            #expect(reply.status == 422 && reply.body.count <= 100_000)
            return text(reply)
        }
        let odd = try send(["clientName": "a\u{1}b"])
        #expect(odd.contains("href=\"#clientName\"") && odd.contains("value=\"ab\"") && odd.contains("value=\"carla.medina@EXAMPLE.com\""))
        let notes = String(repeating: "n", count: 11_000)
        #expect(try send(["notes": .string(notes)]).contains(">\(notes)</textarea>"))
        let huge = try send(["notes": .string(String(repeating: "\"", count: 500_000)), "clientPhone": .string(notes)])
        #expect(huge.contains("value=\"Carla Medina\"") && huge.contains("value=\"\(notes)\"") && huge.contains("&quot;</textarea>"))
        let waiting = try studio.guest(JoinWaitlistOnPage.type, ["token": token, "clientName": .string(notes), "clientEmail": "x"])
        #expect(waiting.status == 422 && waiting.body.count <= 100_000 && text(waiting).contains("value=\"nnn"))
        let manage = try studio.booked(thursday10)
        let cancel = try studio.guest(CancelOnPage.type, ["manageToken": .string(manage), "reason": .string(notes)])
        #expect(cancel.status == 422 && text(cancel).contains(">\(notes)</textarea>"))
    }

    @Test("A hold that ended books its time all the same, if nobody else has it")
    func endedHoldBooks() throws {
        let studio = try Studio()
        let token = JSONValue.string(try studio.link())
        let hold = try studio.guest(HoldSlot.type, ["token": token, "startsAt": .string(tuesday10)]).json["id"] ?? .null
        try studio.advance(.minutes(11))
        #expect(try studio.guest(BookOnPage.type, studio.customer(["token": token, "holdId": hold], dni: "1")).status == 422)
        #expect(try studio.guest(BookOnPage.type, studio.customer(["token": token, "holdId": hold])).status == 303)
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
        #expect(text(try studio.shard.ask(ReschedulePage.self, ["manageToken": .string(manage), "lang": "en", "from": "2026-11-27"]))
            .contains("Move to this time"))
        let moved =
            try studio.guest(RescheduleOnPage.type, ["manageToken": .string(manage), "startsAt": "2026-11-28T13:00:00Z", "lang": "en"])
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
        let joined = try studio.guest(JoinWaitlistOnPage.type,
                                      ["token": .string(token), "clientName": "Julieta Paz", "clientEmail": "julieta@example.com"])
        #expect(joined.status == 303 && joined.location == "/book/\(token)")
        #expect(text(try studio.shard.ask(BookingPageOfLink.self, ["token": .string(token)])).contains("en lista de espera"))
        // Errors of fields would lead to a form that is gone.
        let again = try studio.guest(JoinWaitlistOnPage.type, ["token": .string(token), "clientName": "J", "clientEmail": "x"])
        #expect(again.status == 422 && text(again).contains("<li>Ya estás en la lista de espera.</li>"))
        #expect(!text(again).contains("href=\"#"))
    }

    @Test("The week of a move names its zone where the artist lives in another one than the appointment was booked in")
    func zoneOfMove() throws {
        let studio = try Studio()
        let manage = try studio.booked(thursday10)
        func page() throws -> String { text(try studio.shard.ask(ReschedulePage.self, ["manageToken": .string(manage)])) }
        let zone = "Huso horario: <bdi>Europe/Madrid</bdi>"
        #expect(try !page().contains("Huso horario"))
        var moved = UserUpdated(userId: "1", name: "Lucía Ferreyra", roles: ["artist"])
        moved.timezone = "Europe/Madrid"
        try studio.shard.receive(moved)
        #expect(try page().contains(zone) && page().contains("(America/Argentina/Buenos_Aires)"))
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

    @Test("A time that comes twice shows its offset on the pages of an appointment, in mails and in their calendar files (12.F14)")
    func twiceEverywhere() throws {
        let studio = try Studio(["minimumNoticeMinutes": 0, "horizonDays": 365, "slotStepMinutes": 60, "cancelNoticeMinutes": 0])
        var moved = UserUpdated(userId: "1", name: "Lucía Ferreyra", roles: ["artist"])
        moved.timezone = "America/New_York"
        try studio.shard.receive(moved)
        _ = try studio.post(AddOverride.type, ["kind": "extra", "startDate": "2027-11-07", "startTime": "00:00", "endTime": "06:00"])
        try studio.advance(.days(340))
        let token = try studio.link(60)
        let hold = try studio.guest(HoldSlot.type, ["token": .string(token), "startsAt": "2027-11-07T05:00:00Z"]).json["id"]?.string ?? ""
        let both = "01:00 UTC-04:00–01:00 UTC-05:00"
        #expect(text(try studio.shard.ask(BookingPageOfLink.self, ["token": .string(token), "hold": .string(hold)])).contains(both))
        let booked = try studio.guest(BookAppointment.type, studio.customer(["token": .string(token), "holdId": .string(hold)]))
        let manage: JSONValue = booked.json["manageToken"] ?? .null
        for page in [try studio.shard.ask(PageOfAppointment.self, ["manageToken": manage]),
                     try studio.shard.ask(CancelPage.self, ["manageToken": manage])] {
            #expect(text(page).contains("01:00 UTC-04:00") && text(page).contains("–01:00 UTC-05:00"))
        }
        let mail = try #require(try studio.mails().last)
        #expect(mail.params["start"] == "01:00 UTC-04:00" && mail.params["end"] == "01:00 UTC-05:00")
        let calendar = unfolded(mail.attachments?.first?.content)
        #expect(calendar.contains("\\n\(both)\\n"))
        // An hour earlier or later no time occurs twice.
        let other = try studio.book(studio.link(60), "2027-11-07T08:00:00Z")
        #expect(other.status == 201)
        let plain = try #require(try studio.mails().last)
        #expect(plain.params["start"] == "03:00" && !unfolded(plain.attachments?.first?.content).contains("03:00"))
    }

    @Test("A page that waits for the deposit says until when, and promises nothing that is refused (12.F15)")
    func pending() throws {
        let studio = try Studio()
        let booked = try studio.book(studio.link(deposit: 2_000_000), tuesday10)
        let manage: JSONValue = booked.json["manageToken"] ?? .null
        func page(_ lang: String = "es") throws -> String {
            text(try studio.shard.ask(PageOfAppointment.self, ["manageToken": manage, "lang": .string(lang)]))
        }
        let waiting = try page()
        #expect(waiting.contains("Pagá hasta")
            && waiting.contains("<time datetime=\"2026-11-21T07:30:00Z\">sábado 21 de noviembre de 2026, 04:30</time>"))
        #expect(waiting.contains("Podés cancelar cuando quieras") && !waiting.contains("cambios disponibles")
            && !waiting.contains("/reschedule"))
        #expect(try page("en").contains("Pay by"))
        #expect(text(try studio.shard.ask(CancelPage.self, ["manageToken": manage])).contains("Podés cancelar cuando quieras"))
        studio.shard.now = studio.shard.now + .minutes(30)
        #expect(try !page().contains("/pay/"))
        try studio.advance(.minutes(1))
        let over = try page()
        #expect(over.contains("Motivo") && over.contains("No recibimos la seña a tiempo.") && over.contains("ARS 20.000,00 (No se cobró)"))
    }

    @Test("A cancelled page says why, and what becomes of the deposit (12.F15)")
    func cancelled() throws {
        let studio = try Studio()
        let booked = try studio.book(studio.link(deposit: 2_000_000), tuesday10)
        let intent = try #require(try studio.shard.published(CreateIntent.self).last)
        try studio.shard.receive(PaymentSucceeded(paymentId: intent.paymentId, orderId: intent.orderId, userId: intent.userId,
                                                  amount: intent.amount, currency: intent.currency, attempt: 1))
        #expect(try studio.post(CancelAppointment.type, ["appointmentId": "1", "reason": "Me <b>enfermé</b>"]).status == 200)
        let page = text(try studio.shard.ask(PageOfAppointment.self, ["manageToken": booked.json["manageToken"] ?? .null]))
        #expect(page.contains("<dt>Motivo</dt><dd><bdi>Me &lt;b&gt;enfermé&lt;/b&gt;</bdi></dd>") && page.contains("Devolución en camino"))
        let mail = try #require(try studio.mails().last)
        #expect(mail.template == "appointment-cancelled" && mail.params["reason"] == "Motivo: Me <b>enfermé</b>")
        #expect(mail.params["refund"] == "Seña ARS 20.000,00: Devolución en camino")
    }

    @Test("A booking that was not paid in time leads back to its link only while the link is good (12.F16)", arguments: [true, false])
    func sameLink(isGood: Bool) throws {
        let studio = try Studio()
        let token = try studio.link(deposit: 2_000_000)
        if !isGood { try studio.advance(.days(7) - .minutes(10)) }
        #expect(try studio.book(token, "2026-12-01T13:00:00Z").status == 201)
        let asked = try #require(try studio.mails().last)
        #expect(asked.template == "deposit-requested" && asked.params["start"] == "10:00"
            && asked.params["manageUrl"]?.string?.contains("/appointment/") == true)
        try studio.advance(.minutes(31))
        let mail = try #require(try studio.mails().last)
        #expect(mail.template == "deposit-expired")
        #expect((mail.params["bookUrl"] != nil) == isGood && (mail.params["bookHint"] != nil) == !isGood)
    }

    /// As small as a JPEG gets: its frame alone.
    private func picture(width: UInt8) -> [UInt8] {
        [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 1, 0, width, 1, 1, 0x11, 0, 0xFF, 0xD9]
    }

    @Test("A picture that is one too many is not kept: what the form wrote before its refusal is gone")
    func refusedPicture() throws {
        let studio = try Studio()
        let manage = try studio.booked(thursday10)
        func send(_ bytes: [UInt8], named name: String) throws -> Reply {
            let part: JSONValue = ["upload": .string("upload-\(name)"), "index": 0, "isLast": true,
                                   "bytes": .string(Base64URL.encode(bytes))]
            return try studio.guest(AddPhotoOnPage.type, ["manageToken": .string(manage), "part": part])
        }
        func send(_ width: UInt8) throws -> Reply { try send(picture(width: width), named: String(width)) }
        let unread = text(try send(Array("no picture".utf8), named: "note"))
        #expect(unread.contains("href=\"#photo\"") && unread.contains("aria-describedby=\"photo-error\" aria-invalid=\"true\"")
            && unread.contains("id=\"photo-error\">Mandá una imagen JPEG, PNG o WebP."))
        for width in 1...6 as ClosedRange<UInt8> { #expect(try send(width).status == 303) }
        let refused = try send(7)
        #expect(refused.status == 409 && text(refused).contains("Ya hay seis fotos."))
        #expect(!text(try send(Array("no picture".utf8), named: "other")).contains("#photo"), "the form is gone")
        #expect(try studio.shard.count(of: "file") == 6 && studio.shard.count(of: "photo") == 6)
    }
}
