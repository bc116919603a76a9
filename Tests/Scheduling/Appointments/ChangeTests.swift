import Contracts
import Kernel
import Messaging
import SchedulingAppointments
import SchedulingCalendars
import SchedulingService
import TestKit
import Testing

@Suite("Cancelling and moving")
struct ChangeTests {
    @Test("REQUEST, REQUEST, CANCEL: one UID, sequences 0, 1, 2")
    func lifeCycle() throws {
        let studio = try Studio(["minimumNoticeMinutes": 0])
        let manage = try studio.booked(tuesday10)
        let moved = try studio.guest(RescheduleAsCustomer.type, ["manageToken": .string(manage), "startsAt": .string(tuesday14)])
        #expect(moved.status == 200 && moved.json["sequence"] == 1 && moved.json["reschedulesLeft"] == 1)
        try studio.advance(.hours(34))  // 48 h before is 2026-11-22T17:00Z.
        let late = try studio.guest(CancelAsCustomer.type, ["manageToken": .string(manage)])
        #expect(late.slug == nil && late.status == 200 || late.slug == "notice-too-short")
        if late.slug == "notice-too-short" {
            #expect(late.member("until") == "2026-11-22T17:00:00Z")
            #expect(try studio.post(CancelAppointment.type, ["appointmentId": "1"]).status == 200)
        }
        let files = try studio.mails().compactMap { $0.attachments?.first?.content }
        #expect(files.count == 3)
        for (place, method) in ["REQUEST", "REQUEST", "CANCEL"].enumerated() {
            #expect(files[place].contains("METHOD:\(method)\r\n") && files[place].contains("SEQUENCE:\(place)\r\n"))
            #expect(files[place].contains("UID:appointment-1@api.studio.example\r\n"))
        }
        #expect(try studio.guest(CancelAsCustomer.type, ["manageToken": .string(manage)]).slug == "invalid-transition")
    }

    @Test("A client cancels up to the notice, to the second that answers name; the artist later too")
    func notice() throws {
        let studio = try Studio()
        let manage = try studio.booked(thursday10)
        try studio.advance(.hours(78))  // Exactly 48 h before.
        studio.shard.now = studio.shard.now + .seconds(1)
        let late = try studio.guest(CancelAsCustomer.type, ["manageToken": .string(manage)])
        #expect(late.status == 409 && late.slug == "notice-too-short" && late.member("until") == "2026-11-24T13:00:00Z")
        #expect(try studio.post(CancelAppointment.type, ["appointmentId": "1", "reason": "Enferma"]).json["cancelReason"] == "Enferma")
        func inTime(_ type: MessageType, _ more: [String: JSONValue] = [:]) throws -> Int {
            let other = try Studio()
            let manage = try other.booked(thursday10)
            try other.advance(.hours(78))
            other.shard.now = other.shard.now + .milliseconds(999)
            return try other.guest(type, .object(["manageToken": .string(manage)].merging(more) { $1 })).status
        }
        #expect(try inTime(CancelAsCustomer.type) == 200)
        #expect(try inTime(RescheduleAsCustomer.type, ["startsAt": "2026-11-27T13:00:00Z"]) == 200)
    }

    @Test("The policy of the booking stays, whatever the settings become")
    func policyStays() throws {
        let studio = try Studio()
        let manage = try studio.booked(thursday10)
        try studio.post(ChangeSettings.type, ["cancelNoticeMinutes": 43_200])
        let seen = try studio.shard.ask(AppointmentForCustomer.self, ["manageToken": .string(manage)]).json
        #expect(seen["cancellableUntil"] == "2026-11-24T13:00:00Z")
    }

    @Test("A client moves as often as allowed, never onto the same time or a taken one; the old time is free at once")
    func moves() throws {
        let studio = try Studio()
        let manage = try studio.booked(thursday10)
        func move(_ start: String) throws -> Reply {
            try studio.guest(RescheduleAsCustomer.type, ["manageToken": .string(manage), "startsAt": .string(start)])
        }
        #expect(try move(thursday10).slug == "slot-unchanged")
        _ = try studio.booked("2026-11-27T13:00:00Z")
        #expect(try move("2026-11-27T13:30:00Z").slug == "slot-taken")
        #expect(try move("2026-11-28T13:00:00Z").status == 200)
        #expect(try studio.book(studio.link(), thursday10).status == 201)
        // Its own time is not in the way.
        #expect(try move("2026-11-28T13:30:00Z").status == 200)
        #expect(try move("2026-11-28T17:00:00Z").slug == "reschedule-limit")
    }

    @Test("Completed by itself a day after the end; the artist may say otherwise for a week")
    func outcome() throws {
        let studio = try Studio()
        _ = try studio.booked(tuesday10)
        #expect(try studio.post(SetAppointmentStatus.type, ["appointmentId": "1", "status": "completed"]).slug == "invalid-transition")
        try studio.advance(.days(4) + .hours(8))
        let seen = try studio.shard.ask(AppointmentDetails.self, ["appointmentId": "1"], as: Studio.provider).json
        #expect(seen["status"] == "completed" && seen["history"]?.array?.last?["by"] == "system")
        #expect(try studio.post(SetAppointmentStatus.type, ["appointmentId": "1", "status": "no_show"]).json["status"] == "no_show")
        // Until a week after the end, its last second included.
        studio.shard.now = try #require(Timestamp("2026-12-01T15:00:00Z")) + .milliseconds(999)
        #expect(try studio.post(SetAppointmentStatus.type, ["appointmentId": "1", "status": "completed"]).status == 200)
        studio.shard.now = studio.shard.now + .milliseconds(1)
        #expect(try studio.post(SetAppointmentStatus.type, ["appointmentId": "1", "status": "no_show"]).slug == "invalid-transition")
        let refused = try studio.post(CancelAppointment.type, ["appointmentId": "1"])
        // `status` of a problem is the HTTP status (12.F).
        #expect(refused.slug == "invalid-transition" && refused.json["members"] == ["currentStatus": "completed"])
    }

    @Test("Reminders go out once, move with the appointment, and stop with it")
    func reminders() throws {
        let studio = try Studio()
        let manage = try studio.booked(thursday10)
        _ = try studio.guest(RescheduleAsCustomer.type, ["manageToken": .string(manage), "startsAt": "2026-11-28T13:00:00Z"])
        try studio.shard.markSeen()
        try studio.advance(.days(5) + .hours(6))
        #expect(try studio.mails().isEmpty)
        try studio.advance(.days(1))
        #expect(try studio.mails().map(\.template) == ["appointment-reminder"])
        try studio.advance(.hours(22))
        #expect(try studio.mails().count == 2)
        #expect(try studio.shard.published(AppointmentReminderDue.self).map(\.offsetMinutes) == [1440, 120])
    }

    @Test("The artist's reminder comes when the tenant offers it, whatever the client's mails are (12.F13)",
          arguments: [[], [15]] as [[Int]])
    func providerReminder(customerOffsets: [Int]) throws {
        let studio = try Studio(["reminderMinutes": .array(customerOffsets.map { .int($0) })])
        _ = try studio.booked(thursday10)
        try studio.shard.markSeen()
        try studio.advance(.days(5) + .hours(4) - .minutes(1))
        func reminders() throws -> [Notify] { try studio.shard.published(Notify.self).filter { $0.kind == "artist-reminder" } }
        #expect(try reminders().isEmpty)
        try studio.advance(.minutes(1))
        #expect(try reminders().map { $0.facts["offset"] } == ["PT2H"] && reminders().first?.facts["appointmentId"] == "1")
        try studio.advance(.hours(2))
        #expect(try reminders().count == 1 && studio.mails().count == customerOffsets.count)
    }

    @Test("An artist whose appointment was booked before artists had reminders gets one all the same (review)")
    func olderBooking() throws {
        let studio = try Studio()
        func offer(_ minutes: [JSONValue]) throws {
            var definition = Studio.definition
            definition.settings = ["scheduling": ["calendar": ["clientDocument": "AR"], "artistReminderMinutes": .array(minutes),
                                                  "appointments": ["title": ["es": "Cita con {artist.name}"]]]]
            try studio.shard.receive(ApplyTenant(definition))
        }
        try offer([])
        _ = try studio.booked(thursday10)
        #expect(try studio.shard.timers().contains { $0.hasPrefix("artist-reminder") } == false)
        try offer([120])
        try studio.shard.markSeen()
        try studio.advance(.days(5) + .hours(4))
        #expect(try studio.shard.published(Notify.self).filter { $0.kind == "artist-reminder" }.map { $0.facts["offset"] } == ["PT2H"])
    }

    @Test("A client is forgotten on request, not before the appointment is over")
    func erase() throws {
        let studio = try Studio()
        let manage = try studio.booked(thursday10)
        #expect(try studio.guest(EraseCustomer.type, ["manageToken": .string(manage)]).slug == "invalid-transition")
        _ = try studio.guest(CancelAsCustomer.type, ["manageToken": .string(manage)])
        #expect(try studio.guest(EraseCustomer.type, ["manageToken": .string(manage)]).status == 204)
        #expect(try studio.shard.ask(AppointmentForCustomer.self, ["manageToken": .string(manage)]).status == 404)
        let kept = try studio.shard.ask(AppointmentDetails.self, ["appointmentId": "1"], as: Studio.provider).json
        #expect(kept["clientName"] == "Cliente eliminado" && kept["clientEmail"] == "" && kept["clientDni"] == "")
    }

    @Test("An artist who leaves: clients are told, links and hours are gone")
    func providerLeaves() throws {
        let studio = try Studio()
        let manage = try studio.booked(thursday10), open = try studio.link()
        try studio.shard.markSeen()
        try studio.shard.receive(UserErased(userId: "1"))
        #expect(try studio.mails().map(\.template) == ["appointment-cancelled"])
        #expect(try studio.shard.ask(AppointmentForCustomer.self, ["manageToken": .string(manage)]).json["status"] == "cancelled")
        #expect(try studio.shard.ask(LinkForCustomer.self, ["token": .string(open)]).slug == "booking-link-revoked")
        #expect(try studio.shard.published(AppointmentCancelled.self).map(\.reasonCode) == ["provider-erased"])
    }

    @Test("The links of somebody who is no artist any more open nothing; what is booked stays")
    func roleEnds() throws {
        let studio = try Studio()
        let manage = try studio.booked(thursday10), open = try studio.link()
        try studio.shard.receive(RolesChanged(userId: "1", roles: ["artist", "admin"]))
        #expect(try studio.shard.ask(LinkForCustomer.self, ["token": .string(open)]).status == 200)
        try studio.shard.receive(RolesChanged(userId: "1", roles: ["admin"]))
        #expect(try studio.book(open, wednesday10).slug == "booking-link-revoked")
        #expect(try studio.shard.ask(AppointmentForCustomer.self, ["manageToken": .string(manage)]).json["status"] == "confirmed")
    }

    @Test("A calendar feed ends when its owner loses the role: it tells of clients")
    func feedEndsWithRole() throws {
        let studio = try Studio()
        let url = try #require(try studio.post(RotateCalendarFeed.type).json["url"]?.string)
        func status() throws -> Int {
            let token = String((url.split(separator: "/").last ?? "").dropLast(4))
            return try studio.shard.ask(CalendarFeedFile.self, ["feedToken": .string(token)]).status
        }
        try studio.shard.receive(RolesChanged(userId: "1", roles: ["artist", "admin"]))
        #expect(try status() == 200)
        try studio.shard.receive(RolesChanged(userId: "1", roles: ["admin"]))
        #expect(try status() == 404)
        try studio.shard.receive(RolesChanged(userId: "1", roles: ["artist"]))
        #expect(try status() == 404)
    }
}
