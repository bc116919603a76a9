import Contracts
import Kernel
import Messaging
import SchedulingAppointments
import SchedulingCalendars
import SchedulingKit
import SchedulingService
import TestKit
import Testing

/// Starts on the first Tuesday and Wednesday that may be booked.
let tuesday10 = "2026-11-24T13:00:00Z", tuesday14 = "2026-11-24T17:00:00Z", wednesday10 = "2026-11-25T13:00:00Z",
    thursday10 = "2026-11-26T13:00:00Z"

@Suite("Booking with a link")
struct BookingTests {
    @Test("From hold to appointment: the slot is gone, the link is used, the client has an invitation")
    func wholeWay() throws {
        let studio = try Studio()
        let token = try studio.link(), other = try studio.link()
        let hold = try studio.guest(HoldSlot.type, ["token": .string(token), "startsAt": .string(wednesday10)])
        #expect(hold.status == 201 && hold.json["startTime"] == "10:00" && hold.json["expiresAt"] == "2026-11-21T07:10:00Z")
        let taken = try studio.guest(HoldSlot.type, ["token": .string(other), "startsAt": .string(wednesday10)])
        #expect(taken.status == 409 && taken.slug == "slot-taken" && taken.member("alternatives")?.array?.count == 3)
        let body = try studio.customer(["token": .string(token), "holdId": hold.json["id"] ?? .null, "notes": "línea fina"])
        let first = try studio.guest(BookAppointment.type, body)
        #expect(first.status == 201 && first.json["status"] == "confirmed" && first.json["clientDni"] == "*****789")
        #expect(first.json["tattooDescription"] == "Peonía en el antebrazo\nlínea fina"
            && first.json["clientEmail"] == "carla.medina@example.com")
        let again = try studio.guest(BookAppointment.type, body)
        #expect(again.status == 200 && again.json == first.json)
        #expect(try studio.book(token, thursday10).slug == "booking-link-used")
        let list = try studio.shard.ask(AppointmentsOfProvider.self, as: Studio.provider).json
        #expect(list["meta"]?["total"] == 1 && list["data"]?.array?.first?["clientDni"] == "32456789")
        let mails = try studio.mails()
        #expect(mails.count == 1 && mails.first?.template == "appointment-confirmed")
        let file = try #require(mails.first?.attachments?.first)
        #expect(file.content.contains("METHOD:REQUEST\r\n") && file.content.contains("SEQUENCE:0\r\n")
            && file.contentType.hasSuffix("method=REQUEST"))
    }

    @Test("No event holds a name, an address or a document")
    func privacy() throws {
        let studio = try Studio()
        _ = try studio.booked(tuesday10)
        let events: [any DomainEvent] = try studio.shard.published(AppointmentBooked.self)
            + studio.shard.published(AppointmentConfirmed.self)
        #expect(events.count == 2)
        for event in events {
            let text = String(decoding: try JSON.encode(event), as: UTF8.self)
            #expect(!text.contains("Carla") && !text.contains("@") && !text.contains("32456789"))
        }
    }

    @Test("Of many bookings for one slot one wins, and no two intervals meet, buffers included")
    func race() throws {
        let studio = try Studio()
        let tokens = try (0..<50).map { try studio.link([60, 120, 180, 240, 300][$0 % 5]) }
        var won = 0
        for (place, token) in tokens.enumerated() {
            let start = ["2026-11-25T17:00:00Z", "2026-11-25T17:30:00Z", "2026-11-25T18:00:00Z", "2026-11-25T20:00:00Z"][place % 4]
            let reply = try studio.book(token, start)
            if reply.status == 201 { won += 1 } else { #expect(reply.status == 409) }
        }
        #expect(won > 0)
        let list = try studio.shard.ask(AppointmentsOfProvider.self, ["perPage": 100], as: Studio.provider).json["data"]?.array ?? []
        let busy = list.compactMap { item -> Interval? in
            guard let start = item["startsAt"]?.string.flatMap({ Timestamp($0) }),
                  let end = item["endsAt"]?.string.flatMap({ Timestamp($0) }) else { return nil }
            return Interval(start: start, end: end).widened(by: Buffers(afterMinutes: 15))
        }
        #expect(busy.count == won)
        for (place, one) in busy.enumerated() { for two in busy.dropFirst(place + 1) { #expect(!one.meets(two)) } }
    }

    @Test("Two bookings on one link: one appointment, the other hears the link is used")
    func twice() throws {
        let studio = try Studio()
        let token = try studio.link()
        #expect(try studio.book(token, tuesday10).status == 201)
        let second = try studio.book(token, wednesday10)
        #expect(second.status == 410 && second.slug == "booking-link-used")
    }

    @Test("Every failing field is named at once")
    func fields() throws {
        let studio = try Studio()
        let token = try studio.link()
        let reply = try studio.guest(BookAppointment.type, ["token": .string(token), "clientName": "C", "clientEmail": "nobody@localhost",
                                                            "clientDni": studio.shard.sealed("999999"), "clientPhone": "12"])
        #expect(reply.status == 422 && reply.fields == ["startsAt", "clientName", "clientEmail", "clientDni", "clientPhone"])
        #expect(try studio.book(token, tuesday10, more: ["holdId": "unknown"]).fields == ["holdId"])
    }

    @Test("A start that is refused says why, and what else there is")
    func unavailable() throws {
        let studio = try Studio()
        let token = try studio.link()
        for (start, reason) in [("2026-11-21T14:00:00Z", "too-soon"), ("2027-06-01T13:00:00Z", "too-far"),
                                ("2026-11-25T09:00:00Z", "outside-hours"),
                                ("2026-11-25T13:10:00Z", "off-grid")] {
            let reply = try studio.book(token, start)
            #expect(reply.status == 409 && reply.slug == "slot-unavailable" && reply.member("reason")?.string == reason, "\(start)")
            #expect((1...3).contains(reply.member("alternatives")?.array?.count ?? 0))
        }
    }

    @Test("A hold ends at its time though no timer ran, and can be booked afresh")
    func expiredHold() throws {
        let studio = try Studio()
        let token = try studio.link(), other = try studio.link()
        let hold = try studio.guest(HoldSlot.type, ["token": .string(token), "startsAt": .string(wednesday10)]).json["id"] ?? .null
        studio.shard.now = studio.shard.now + .minutes(10)
        #expect(try studio.guest(HoldSlot.type, ["token": .string(other), "startsAt": .string(wednesday10)]).status == 201)
        #expect(try studio.guest(BookAppointment.type, studio.customer(["token": .string(token), "holdId": hold])).slug == "slot-taken")
        try studio.advance(.minutes(11))
        #expect(try studio.guest(BookAppointment.type, studio.customer(["token": .string(token), "holdId": hold])).status == 201)
    }

    @Test("A live hold is booked with the buffers it was made with, whatever the settings become")
    func holdKeepsBuffers() throws {
        let studio = try Studio(["bufferBeforeMinutes": 0, "bufferAfterMinutes": 0])
        _ = try studio.booked("2026-11-24T14:00:00Z", minutes: 60)
        let token = try studio.link(60)
        let hold = try studio.guest(HoldSlot.type, ["token": .string(token), "startsAt": .string(tuesday10)]).json["id"] ?? .null
        try studio.post(ChangeSettings.type, ["bufferAfterMinutes": 15])
        #expect(try studio.book(studio.link(60), tuesday10).slug == "slot-taken")
        #expect(try studio.guest(BookAppointment.type, studio.customer(["token": .string(token), "holdId": hold])).status == 201)
    }

    @Test("One form hold per link: a new one replaces the old, if it succeeds")
    func replacedHold() throws {
        let studio = try Studio()
        let token = try studio.link(), other = try studio.link()
        #expect(try studio.guest(HoldSlot.type, ["token": .string(token), "startsAt": .string(tuesday10)]).status == 201)
        #expect(try studio.guest(HoldSlot.type, ["token": .string(token), "startsAt": "2026-11-24T09:00:00Z"]).status == 409)
        #expect(try studio.guest(HoldSlot.type, ["token": .string(other), "startsAt": .string(tuesday10)]).slug == "slot-taken")
        #expect(try studio.guest(HoldSlot.type, ["token": .string(token), "startsAt": .string(wednesday10)]).status == 201)
        #expect(try studio.guest(HoldSlot.type, ["token": .string(other), "startsAt": .string(tuesday10)]).status == 201)
    }

    @Test("Links are judged by the clock; a hold taken in time outlives its link")
    func linkExpiry() throws {
        let studio = try Studio(["holdMinutes": 30])
        let token = try studio.link()
        try studio.advance(.days(7) - .minutes(5))
        let hold = try studio.guest(HoldSlot.type, ["token": .string(token), "startsAt": "2026-12-02T13:00:00Z"]).json["id"] ?? .null
        try studio.advance(.minutes(6))
        #expect(try studio.shard.ask(LinkForCustomer.self, ["token": .string(token)]).slug == "booking-link-expired")
        #expect(try studio.guest(BookAppointment.type, studio.customer(["token": .string(token), "holdId": hold])).status == 201)
        #expect(try studio.shard.ask(LinkForCustomer.self, ["token": "nothing"]).slug == "booking-link-not-found")
    }

    @Test("A live hold is given back though its link has expired; with any other, the link says that it has")
    func heldLinkGivesBack() throws {
        let studio = try Studio(["holdMinutes": 30])
        let token = JSONValue.string(try studio.link())
        try studio.advance(.days(7) - .minutes(5))
        let hold = try studio.guest(HoldSlot.type, ["token": token, "startsAt": "2026-12-02T13:00:00Z"]).json["id"] ?? .null
        try studio.advance(.minutes(6))
        #expect(try studio.guest(ReleaseHold.type, ["token": token, "holdId": "unknown"]).slug == "booking-link-expired")
        #expect(try studio.guest(ReleaseHold.type, ["token": token, "holdId": hold]).status == 204)
        #expect(try studio.guest(ReleaseHold.type, ["token": token, "holdId": hold]).slug == "booking-link-expired")
        #expect(try studio.guest(HoldSlot.type, ["token": .string(studio.link()), "startsAt": "2026-12-02T13:00:00Z"]).status == 201)
    }

    @Test("The length of an e-mail address counts its characters, however many bytes they take")
    func longAddress() throws {
        let studio = try Studio()
        let address = String(repeating: "ñ", count: 241) + "@example.com"
        let longer = String(repeating: "n", count: 243) + "@example.com"
        #expect(try studio.book(studio.link(), tuesday10, more: ["clientEmail": .string(longer)]).fields == ["clientEmail"])
        let booked = try studio.book(studio.link(), tuesday10, more: ["clientEmail": .string(address)])
        #expect(booked.status == 201 && booked.json["clientEmail"]?.string == address)
    }

    @Test("The artist's own entries need no notice, but nobody's time twice")
    func byHand() throws {
        let studio = try Studio()
        let entry: [String: JSONValue] = ["clientName": "Bruno Herrera", "tattooDescription": "Retoque", "durationMinutes": 60]
        func create(_ more: [String: JSONValue]) throws -> Reply {
            try studio.post(CreateAppointment.type, .object(entry.merging(more) { $1 }))
        }
        #expect(try create(["date": "2026-11-21", "startTime": "10:00"]).status == 201)
        #expect(try create(["date": "2026-11-21", "startTime": "10:30"]).slug == "slot-taken")
        let outside = try create(["date": "2026-11-22", "startTime": "10:00"])
        #expect(outside.slug == "slot-unavailable" && outside.member("reason") == "outside-hours")
        #expect(try create(["date": "2026-11-22", "startTime": "10:00", "ignoreWorkingHours": true]).status == 201)
        #expect(try create(["startsAt": "2026-11-21T06:00:00Z"]).fields == ["startsAt"])
        #expect(try studio.mails().isEmpty)
    }

    @Test("The second that a clock shows is now: a start in it is not over, and a notice that ends with it is kept")
    func secondOfNow() throws {
        let studio = try Studio(["minimumNoticeMinutes": 60]), start = "2026-11-21T13:00:00Z"
        studio.shard.now = try #require(Timestamp("2026-11-21T12:00:00Z")) + .milliseconds(700)
        let slots = try studio.shard.ask(SlotsOfLink.self, ["token": .string(studio.link()), "from": "2026-11-21", "to": "2026-11-21"])
        #expect(slots.json["data"]?.array?.first?["slots"]?.array?.first?["startsAt"] == .string(start))
        #expect(try studio.book(studio.link(), start).status == 201)
        func create(_ start: String) throws -> Reply {
            try studio.post(CreateAppointment.type, ["clientName": "Bruno Herrera", "tattooDescription": "Retoque", "durationMinutes": 30,
                                                     "startsAt": .string(start), "ignoreWorkingHours": true])
        }
        #expect(try create("2026-11-21T12:00:00Z").status == 201)
        #expect(try create("2026-11-21T11:59:59Z").fields == ["startsAt"])
        studio.shard.now = studio.shard.now + .milliseconds(300)
        #expect(try studio.book(studio.link(), start).member("reason") == "too-soon")
    }

    @Test("What the artist is offered instead of a refused time is free, also beyond the horizon")
    func beyondHorizon() throws {
        let studio = try Studio(["horizonDays": 5])
        func create(_ start: String) throws -> Reply {
            try studio.post(CreateAppointment.type, ["clientName": "Bruno Herrera", "tattooDescription": "Retoque",
                                                     "durationMinutes": 540, "startsAt": .string(start)])
        }
        // Nine hours fit into that weekend alone, and both days are taken.
        #expect(try studio.post(AddOverride.type, ["kind": "extra", "startDate": "2026-11-28", "endDate": "2026-11-29",
                                                   "startTime": "08:00", "endTime": "18:00"]).status == 201)
        for day in ["2026-11-28T11:00:00Z", "2026-11-29T11:00:00Z"] { #expect(try create(day).status == 201) }
        let refused = try create("2026-11-26T13:00:00Z")
        #expect(refused.slug == "slot-unavailable" && refused.member("alternatives") == [])
    }

    @Test("A link that is taken back after its end takes the hold along that would still book")
    func revokedHold() throws {
        let studio = try Studio(["holdMinutes": 30])
        let token = JSONValue.string(try studio.link())
        try studio.advance(.days(7) - .minutes(5))
        let hold = try studio.guest(HoldSlot.type, ["token": token, "startsAt": "2026-12-02T13:00:00Z"]).json["id"] ?? .null
        try studio.advance(.minutes(6))
        #expect(try studio.post(RevokeBookingLink.type, ["linkId": "1"]).status == 204)
        let late = try studio.guest(BookAppointment.type, studio.customer(["token": token, "holdId": hold]))
        #expect(late.slug == "booking-link-revoked")
        #expect(try studio.book(studio.link(), "2026-12-02T13:00:00Z").status == 201)
        // Without such a hold an expired link stays what it is.
        _ = try studio.link()
        try studio.advance(.days(8))
        #expect(try studio.post(RevokeBookingLink.type, ["linkId": "3"]).status == 204)
        #expect(try studio.shard.ask(LinkDetails.self, ["linkId": "3"], as: Studio.provider).json["status"] == "expired")
    }

    @Test("A description that a booking has put together may be sent back as it is")
    func ownDescription() throws {
        let studio = try Studio()
        let made = try studio.post(CreateBookingLink.type, ["description": .string(String(repeating: "a", count: 1000))])
        let token = try #require(made.json["token"]?.string)
        let booked = try studio.book(token, wednesday10, more: ["notes": .string(String(repeating: "b", count: 500))])
        let text = try #require(booked.json["tattooDescription"]?.string)
        #expect(booked.status == 201 && text.count == 1501)
        func edit(_ text: String) throws -> Reply {
            try studio.post(EditAppointment.type, ["appointmentId": "1", "tattooDescription": .string(text)])
        }
        #expect(try edit(text).status == 200 && edit(text + "b").fields == ["tattooDescription"])
    }

    @Test("A start whose end lies beyond the years that can be written is refused")
    func lastStart() throws {
        let studio = try Studio()
        func create(_ start: [String: JSONValue]) throws -> Reply {
            let entry: [String: JSONValue] = ["clientName": "Bruno Herrera", "tattooDescription": "Retoque", "durationMinutes": 720,
                                              "ignoreWorkingHours": true]
            return try studio.post(CreateAppointment.type, .object(entry.merging(start) { $1 }))
        }
        #expect(try create(["startsAt": "9999-12-31T23:59:00Z"]).fields == ["startsAt"])
        #expect(try create(["date": "9999-12-31", "startTime": "23:00"]).fields == ["startTime"])
        #expect(try create(["startsAt": "9999-12-29T23:55:00Z"]).json["endsAt"] == "9999-12-30T11:55:00Z")
        _ = try studio.booked(wednesday10)
        #expect(try studio.post(RescheduleAppointment.type, ["appointmentId": "2", "startsAt": "9999-12-31T23:59:00Z"]).fields
            == ["startsAt"])
    }
}
