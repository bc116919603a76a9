import Contracts
import Kernel
import Messaging
import SchedulingAppointments
import SchedulingCalendars
import SchedulingService
import TestKit
import Testing

@Suite("Waiting for a slot")
struct WaitlistTests {
    private func join(_ studio: Studio, _ token: String) throws -> Reply {
        try studio.guest(JoinSlotWaitlist.type, ["token": .string(token), "clientName": "Julieta Paz", "clientEmail": "julieta@example.com",
                                                 "from": "2026-11-24", "to": "2026-11-24"])
    }
    /// Fills Tuesday; the manage token of its morning.
    private func fill(_ studio: Studio) throws -> String {
        let morning = try studio.booked(tuesday10, minutes: 180)
        _ = try studio.booked(tuesday14, minutes: 300)
        return morning
    }

    @Test("Freed time is offered in order of joining, as a hold that others see as taken")
    func offered() throws {
        let studio = try Studio(["cancelNoticeMinutes": 0])
        let morning = try fill(studio)
        let first = try studio.link(), second = try studio.link(), stranger = try studio.link()
        #expect(try join(studio, first).json["position"] == 1)
        #expect(try join(studio, second).json["position"] == 2)
        #expect(try join(studio, first).slug == "already-waiting")
        try studio.shard.markSeen()
        #expect(try studio.guest(CancelAsCustomer.type, ["manageToken": .string(morning)]).status == 200)
        let offers = try studio.mails().filter { $0.template == "waitlist-offer" }
        #expect(offers.count == 1)
        let url = try #require(offers.first?.params["url"]?.string)
        #expect(url.contains("/book/\(first)?hold="))
        #expect(try studio.book(stranger, tuesday10).slug == "slot-taken")
        let hold = String(url.split(separator: "=").last ?? "")
        let booked = try studio.guest(BookAppointment.type, studio.customer(["token": .string(first), "holdId": .string(hold)]))
        #expect(booked.status == 201)
        #expect(try studio.shard.ask(AppointmentDetails.self, ["appointmentId": booked.json["id"]?.int.map { .string(String($0)) } ?? "0"],
                                     as: Studio.provider).json["source"] == "waitlist")
    }

    @Test("An offer is written in the language of its link, else the app's first, not in that of the person who freed the time")
    func language() throws {
        let studio = try Studio(["cancelNoticeMinutes": 0])
        let morning = try fill(studio), token = try studio.link(60)
        let english = try studio.post(CreateBookingLink.type, ["description": "Rose", "duration": 60, "locale": "en"])
        _ = try join(studio, token)
        _ = try join(studio, english.json["token"]?.string ?? "")
        let cancel = try JSON.decode(CancelAsCustomer.self, from: JSON.encode(["manageToken": morning]))
        #expect(try studio.shard.send(cancel, attributes: ["language": "en"])?.status == 200)
        let offers = try studio.mails().filter { $0.template == "waitlist-offer" }
        #expect(offers.map(\.locale) == ["es", "en"] && offers.first?.params["date"] == "martes 24 de noviembre")
    }

    @Test("An offer stays good when the artist asks for longer buffers")
    func offerKeepsBuffers() throws {
        let studio = try Studio(["cancelNoticeMinutes": 0])
        let morning = try fill(studio), token = try studio.link()
        _ = try join(studio, token)
        _ = try studio.guest(CancelAsCustomer.type, ["manageToken": .string(morning)])
        let url = try #require(try studio.mails().first { $0.template == "waitlist-offer" }?.params["url"]?.string)
        try studio.post(ChangeSettings.type, ["bufferAfterMinutes": 240])
        let hold = JSONValue.string(String(url.split(separator: "=").last ?? ""))
        #expect(try studio.guest(BookAppointment.type, studio.customer(["token": .string(token), "holdId": hold])).status == 201)
    }

    @Test("The page of an offer names the day until which it stands, if that is not today")
    func offerOfTomorrow() throws {
        let studio = try Studio(["cancelNoticeMinutes": 0, "waitlistOfferMinutes": 1440])
        let morning = try fill(studio), token = try studio.link()
        _ = try join(studio, token)
        _ = try studio.guest(CancelAsCustomer.type, ["manageToken": .string(morning)])
        let url = try #require(try studio.mails().first { $0.template == "waitlist-offer" }?.params["url"]?.string)
        let hold = JSONValue.string(String(url.split(separator: "=").last ?? ""))
        func page() throws -> String {
            String(decoding: try studio.shard.ask(BookingPageOfLink.self, ["token": .string(token), "hold": hold]).body, as: UTF8.self)
        }
        let time = "<time datetime=\"2026-11-22T07:00:00Z\">"
        #expect(try page().contains("hasta el \(time)domingo 22 de noviembre de 2026, 04:00</time>."))
        try studio.advance(.hours(21))
        #expect(try page().contains("hasta las \(time)04:00</time>."))
    }

    @Test("An offer that is missed goes to the next, and at last the slot is free")
    func missed() throws {
        let studio = try Studio(["cancelNoticeMinutes": 0])
        let morning = try fill(studio)
        let first = try studio.link(), second = try studio.link(), stranger = try studio.link()
        _ = try join(studio, first)
        _ = try join(studio, second)
        _ = try studio.guest(CancelAsCustomer.type, ["manageToken": .string(morning)])
        try studio.advance(.minutes(240))
        #expect(try studio.mails().filter { $0.template == "waitlist-offer" }.count == 2)
        #expect(try studio.book(stranger, tuesday10).slug == "slot-taken")
        try studio.advance(.minutes(240))
        #expect(try studio.book(stranger, tuesday10).status == 201)
        #expect(try studio.shard.ask(WaitlistOfProvider.self, as: Studio.provider).json["data"]?.array?.map { $0["status"] }
            == ["missed", "missed"])
    }

    @Test("An offer that its customer gives back was missed: the next one gets it, and the customer may wait again")
    func givenBack() throws {
        let studio = try Studio(["cancelNoticeMinutes": 0])
        let morning = try fill(studio)
        let first = try studio.link(), second = try studio.link()
        _ = try join(studio, first)
        _ = try join(studio, second)
        try studio.shard.markSeen()
        _ = try studio.guest(CancelAsCustomer.type, ["manageToken": .string(morning)])
        let url = try #require(try studio.mails().first { $0.template == "waitlist-offer" }?.params["url"]?.string)
        let hold = String(url.split(separator: "=").last ?? "")
        #expect(try studio.guest(ReleaseHold.type, ["token": .string(first), "holdId": .string(hold)]).status == 204)
        #expect(try studio.shard.ask(WaitlistOfProvider.self, as: Studio.provider).json["data"]?.array?.map { $0["status"] }
            == ["missed", "offered"])
        #expect(try join(studio, first).status == 201)
    }

    @Test("Who booked an offer stays in the list while that appointment does, also if another appointment of theirs is erased")
    func bookedEntryStays() throws {
        let studio = try Studio(["cancelNoticeMinutes": 0])
        let morning = try fill(studio), token = try studio.link()
        _ = try join(studio, token)
        _ = try studio.guest(CancelAsCustomer.type, ["manageToken": .string(morning)])
        let url = try #require(try studio.mails().first { $0.template == "waitlist-offer" }?.params["url"]?.string)
        let mail: JSONValue = "julieta@example.com", hold = JSONValue.string(String(url.split(separator: "=").last ?? ""))
        let offered = try studio.guest(BookAppointment.type,
                                       studio.customer(["token": .string(token), "holdId": hold, "clientEmail": mail]))
        let other = try studio.book(studio.link(), thursday10, more: ["clientEmail": mail])
        func emails(afterErasing booked: Reply) throws -> [JSONValue?] {
            let manage: JSONValue = ["manageToken": booked.json["manageToken"] ?? .null]
            #expect(try studio.guest(CancelAsCustomer.type, manage).status == 200)
            #expect(try studio.guest(EraseCustomer.type, manage).status == 204)
            return try studio.shard.ask(WaitlistOfProvider.self, as: Studio.provider).json["data"]?.array?.map { $0["clientEmail"] } ?? []
        }
        #expect(try emails(afterErasing: other) == [mail])
        // Its own time is over; the appointment may have been moved further.
        let entry = try studio.shard.ask(WaitlistOfProvider.self, as: Studio.provider).json["data"]?.array?.first?["id"] ?? .null
        _ = try studio.guest(EraseWaitingCustomer.type, ["entryId": entry])
        #expect(try studio.shard.ask(WaitlistOfProvider.self, as: Studio.provider).json["data"]?.array?.map { $0["clientEmail"] } == [mail])
        #expect(try emails(afterErasing: offered) == [""])
    }

    @Test("The page of a link says its place among those who joined before it, with an offer too")
    func place() throws {
        let studio = try Studio(["cancelNoticeMinutes": 0])
        let morning = try fill(studio)
        let first = try studio.link(), second = try studio.link(), third = try studio.link()
        for token in [first, second, third] { _ = try join(studio, token) }
        func shows(_ number: Int, _ token: String) throws -> Bool {
            let page = try studio.shard.ask(BookingPageOfLink.self, ["token": .string(token)])
            return String(decoding: page.body, as: UTF8.self).contains("Tu posición: \(number).")
        }
        #expect(try shows(1, first) && shows(2, second) && shows(3, third))
        _ = try studio.guest(CancelAsCustomer.type, ["manageToken": .string(morning)])
        #expect(try shows(1, first), "it has the offer")
        #expect(try shows(1, second) && shows(2, third))
    }

    @Test("The page of a list that is full gives back what was typed")
    func full() throws {
        let studio = try Studio()
        for _ in 1...WaitlistEntry.waitingPerCalendarMax { #expect(try join(studio, studio.link()).status == 201) }
        let refused = try studio.guest(JoinWaitlistOnPage.type, ["token": .string(studio.link()), "clientName": "Ana Gil",
                                                                 "clientEmail": "ana@example.com", "from": "2026-11-25"])
        let page = String(decoding: refused.body, as: UTF8.self)
        #expect(refused.status == 409 && page.contains("La lista de espera está completa."))
        #expect(["Ana Gil", "ana@example.com", "2026-11-25"].allSatisfy { page.contains("value=\"\($0)\"") })
    }

    @Test("Who leaves, or whose link ends, waits no more")
    func leaves() throws {
        let studio = try Studio()
        let token = try studio.link()
        #expect(try studio.guest(LeaveSlotWaitlist.type, ["token": .string(token)]).status == 404)
        #expect(try join(studio, token).status == 201)
        #expect(try studio.guest(LeaveSlotWaitlist.type, ["token": .string(token)]).status == 204)
        #expect(try join(studio, token).status == 201)
        #expect(try studio.post(RevokeBookingLink.type, ["linkId": "1"]).status == 204)
        #expect(try studio.shard.ask(WaitlistOfProvider.self, as: Studio.provider).json["data"]?.array?.map { $0["status"] }
            == ["left", "ended"])
    }
}
