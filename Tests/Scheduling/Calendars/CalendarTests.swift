import Contracts
import Kernel
import Messaging
import SchedulingAppointments
import SchedulingCalendars
import SchedulingKit
import SchedulingService
import TestKit
import Testing

@Suite("An artist's calendar")
struct CalendarTests {
    private func row(_ day: Int, _ start: String, _ end: String, id: Int? = nil) -> JSONValue {
        var row: [String: JSONValue] = ["dayOfWeek": .int(day), "startTime": .string(start), "endTime": .string(end)]
        if let id { row["id"] = .int(id) }
        return .object(row)
    }

    @Test("The whole week is replaced: known rows keep their number, new ones get one, every failing row is named")
    func replace() throws {
        let studio = try Studio()
        let bad = try studio.post(ReplaceWorkingHours.type,
                                  ["workingHours": .array(
                                      [row(1, "10:00", "09:00"), row(2, "25:00", "26:00"), row(3, "10:00", "12:00", id: 99),
                                       row(4, "10:00", "12:00"), row(4, "11:00", "13:00")])])
        #expect(bad.status == 422)
        #expect(bad.fields == ["workingHours.0.endTime", "workingHours.1.startTime", "workingHours.1.endTime", "workingHours.2.id",
                               "workingHours.4.startTime"])
        let good =
            try studio.post(ReplaceWorkingHours.type, ["workingHours": .array([row(2, "09:00", "12:00", id: 1), row(2, "12:00", "24:00")])])
        #expect(good.json["data"]?.array?.map { $0["id"] } == [1, 11])
        #expect(try studio.post(ReplaceWorkingHours.type, ["workingHours": []]).json["meta"]?["total"] == 0)
    }

    @Test("A single row may not overlap another, nor be the seventh of its day")
    func single() throws {
        let studio = try Studio()
        let overlap = try studio.post(AddWorkingHours.type, row(2, "12:00", "15:00"))
        #expect(overlap.slug == "working-hours-overlap" && overlap.member("conflictId") == 1)
        for hour in 0..<4 { #expect(try studio.post(AddWorkingHours.type, row(2, "0\(hour):00", "0\(hour):30")).status == 201) }
        #expect(try studio.post(AddWorkingHours.type, row(2, "05:00", "06:00")).fields == ["dayOfWeek"])
        #expect(try studio.post(RemoveWorkingHours.type, ["rowId": "1"]).status == 204)
        #expect(try studio.post(RemoveWorkingHours.type, ["rowId": "1"]).status == 404)
        #expect(try studio.post(RemoveWorkingHours.type, ["rowId": "one"]).status == 404)
    }

    @Test("One row too many of a day is said in every language of the apps")
    func tooMany() throws {
        let words = try #require(Scheduling.contents.texts.fields["a day has at most {} rows"])
        #expect(Set(words.keys) == ["es", "fr", "ar"] && words.values.allSatisfy { $0.contains("{}") })
    }

    @Test("A time that the clock skips on its day takes nothing away")
    func skipped() throws {
        let madrid = try TimeZoneRules.named("Europe/Madrid"), day = try #require(CalendarDate("2027-03-28"))
        func taken(_ minutes: Range<Int>) -> Int {
            ScheduleOverride(id: 1, startDate: day, endDate: day.adding(days: 1), kind: .blocked(minutes)).taken(in: madrid).count
        }
        // 02:30 is skipped and counts as 03:30, after its end.
        #expect(taken(150..<180) == 1 && taken(150..<240) == 2)
    }

    @Test("A preview and a list of slots end where years have four digits", arguments: ["9999-12-30", "9999-12-31"])
    func lastDays(day: String) throws {
        let studio = try Studio()
        let token = JSONValue.string(try studio.link())
        #expect(try studio.shard.ask(SlotsOfLink.self, ["token": token, "from": .string(day)]).fields == ["from"])
        #expect(try studio.shard.ask(SlotsOfLink.self, ["token": token, "from": .string(day), "to": .string(day)]).fields == ["to"])
        #expect(try studio.shard.ask(FreeSlots.self, ["duration": 60, "from": .string(day)], as: Studio.provider).fields == ["from"])
        let preview: JSONValue = ["timezone": "UTC", "from": .string(day), "to": .string(day), "durationMinutes": 60, "workingHours": []]
        #expect(try studio.shard.ask(PreviewSlots.self, preview, as: Studio.provider).fields == ["to"])
    }

    @Test("An exception names the appointments it touches and cancels none")
    func exceptions() throws {
        let studio = try Studio()
        _ = try studio.booked(tuesday10)
        let closed = try studio.post(AddOverride.type,
                                     ["kind": "closed", "startDate": "2026-11-23", "endDate": "2026-11-25", "reason": "Convención"])
        #expect(closed.status == 201 && closed.json["conflicts"] == [1] && closed.json["startTime"] == .null)
        #expect(try studio.book(studio.link(), wednesday10).member("reason") == "outside-hours")
        #expect(try studio.post(AddOverride.type, ["kind": "extra", "startDate": "2026-11-29", "startTime": "11:00", "endTime": "15:00"])
            .json["conflicts"] == [])
        #expect(try studio.book(studio.link(), "2026-11-29T14:00:00Z").status == 201)
        #expect(try studio.post(AddOverride.type, ["kind": "closed", "startDate": "2026-11-01", "startTime": "10:00"])
            .fields == ["startTime", "endDate"])
        #expect(try studio.post(RemoveOverride.type, ["overrideId": "1"]).status == 204)
        #expect(try studio.book(studio.link(), wednesday10).status == 201)
    }

    @Test("Settings keep what is not sent and name what does not fit")
    func settings() throws {
        let studio = try Studio()
        let changed = try studio.post(ChangeSettings.type, ["holdMinutes": 20, "timezone": "Europe/Paris"])
        #expect(changed.json["holdMinutes"] == 20 && changed.json["timezone"]?.string == Studio.zone && changed.json["linkDays"] == 7)
        #expect(try studio.post(ChangeSettings.type, ["holdMinutes": 31, "reminderMinutes": [60, 60], "slotStepMinutes": 7]).fields
            == ["holdMinutes", "reminderMinutes", "slotStepMinutes"])
    }

    @Test("A studio reads every calendar and writes none; a stranger sees nothing")
    func access() throws {
        let studio = try Studio()
        #expect(try studio.shard.ask(WorkingHoursOfProvider.self, as: Studio.admin).fields == ["artistId"])
        #expect(try studio.shard.ask(WorkingHoursOfProvider.self, ["artistId": "1"], as: Studio.admin).status == 200)
        #expect(try studio.shard.ask(WorkingHoursOfProvider.self, ["artistId": "9"], as: Studio.admin).status == 404)
        #expect(try studio.shard.ask(AppointmentsOfProvider.self, as: Studio.admin).status == 200)
        #expect(try studio.shard.ask(WorkingHoursOfProvider.self, ["artistId": "1"], as: Studio.provider).status == 200)
        #expect(try studio.shard.ask(WorkingHoursOfProvider.self, ["artistId": "3"], as: Studio.provider).status == 404)
        #expect(try studio.shard.ask(AppointmentsOfProvider.self, ["artistId": "3"], as: Studio.provider).status == 404)
        #expect(try studio.post(AddWorkingHours.type, row(0, "10:00", "11:00"), as: Studio.admin).status == 403)
        _ = try studio.booked(tuesday10)
        #expect(try studio.shard.ask(AppointmentDetails.self, ["appointmentId": "1"], as: .user("2", roles: ["artist"])).status == 404)
    }

    @Test("A studio reads one appointment and one link by their numbers, without naming the artist; others' stay 404")
    func byNumber() throws {
        let studio = try Studio()
        _ = try studio.booked(tuesday10)
        func ask(_ question: [String: JSONValue], as reader: Principal) throws -> [Int] {
            [try studio.shard.ask(AppointmentDetails.self, .object(question.merging(["appointmentId": "1"]) { $1 }), as: reader).status,
             try studio.shard.ask(LinkDetails.self, .object(question.merging(["linkId": "1"]) { $1 }), as: reader).status]
        }
        #expect(try ask([:], as: Studio.admin) == [200, 200])
        #expect(try ask(["artistId": "1"], as: Studio.admin) == [200, 200])
        #expect(try ask(["artistId": "9"], as: Studio.admin) == [404, 404])
        #expect(try ask([:], as: .user("2", roles: ["artist"])) == [404, 404])
        #expect(try ask([:], as: .user("4", roles: [])) == [403, 403])
        #expect(try studio.shard.ask(AppointmentDetails.self, ["appointmentId": "77"], as: Studio.admin).status == 404)
    }

    @Test("The feed has one secret address; a new one kills the old")
    func feed() throws {
        let studio = try Studio()
        let manage = try studio.booked(tuesday10)
        let first = try #require(try studio.post(RotateCalendarFeed.type).json["url"]?.string)
        #expect(first.hasPrefix("https://api.studio.example/api/calendar/") && first.hasSuffix(".ics"))
        func read(_ url: String, _ detail: String? = nil) throws -> Reply {
            var question: [String: JSONValue] = ["feedToken": .string(String((url.split(separator: "/").last ?? "").dropLast(4)))]
            if let detail { question["detail"] = .string(detail) }
            return try studio.shard.ask(CalendarFeedFile.self, .object(question))
        }
        let text = String(decoding: try read(first).body, as: UTF8.self)
        #expect(text.contains("METHOD:PUBLISH") && text.contains("SUMMARY:Carla: Peonía") && !text.contains("ATTENDEE")
            && !text.contains("32456789"))
        #expect(!String(decoding: try read(first, "busy").body, as: UTF8.self).contains("Carla"))
        #expect(try studio.post(CancelAppointment.type, ["appointmentId": "1"]).status == 200)
        #expect(try studio.guest(EraseCustomer.type, ["manageToken": .string(manage)]).status == 204)
        #expect(String(decoding: try read(first).body, as: UTF8.self).contains("SUMMARY:Cliente\r\n"))
        let second = try #require(try studio.post(RotateCalendarFeed.type).json["url"]?.string)
        #expect(try read(first).status == 404 && read(second).status == 200)
        #expect(try studio.post(RevokeCalendarFeed.type).status == 204)
        #expect(try read(second).status == 404)
    }

    @Test("The feed of a calendar without appointments is a whole calendar file: it has a component")
    func emptyFeed() throws {
        let studio = try Studio()
        let url = try #require(try studio.post(RotateCalendarFeed.type).json["url"]?.string)
        let token = String((url.split(separator: "/").last ?? "").dropLast(4))
        func lines() throws -> [String] {
            String(decoding: try studio.shard.ask(CalendarFeedFile.self, ["feedToken": .string(token)]).body, as: UTF8.self)
                .split(separator: "\r\n").map(String.init)
        }
        let empty = try lines()
        #expect(empty.first == "BEGIN:VCALENDAR" && empty.last == "END:VCALENDAR" && empty.contains("METHOD:PUBLISH"))
        #expect(empty.filter { $0.hasPrefix("BEGIN:") } == ["BEGIN:VCALENDAR", "BEGIN:VTIMEZONE", "BEGIN:STANDARD"])
        _ = try studio.booked(tuesday10)
        #expect(try lines().filter { $0.hasPrefix("BEGIN:") } == ["BEGIN:VCALENDAR", "BEGIN:VEVENT"])
    }

    @Test("An account that takes its zone back lives in the app's, and so does its calendar")
    func zoneTakenBack() throws {
        let studio = try Studio()
        func zone() throws -> JSONValue? { try studio.shard.ask(SettingsOfProvider.self, as: Studio.provider).json["timezone"] }
        var moved = UserUpdated(userId: "1", name: "Lucía Ferreyra", roles: ["artist"])
        moved.timezone = "Europe/Madrid"
        try studio.shard.receive(moved)
        #expect(try zone() == "Europe/Madrid")
        moved.timezone = nil
        try studio.shard.receive(moved)
        #expect(try zone()?.string == Studio.zone)
    }

    @Test("The zone follows the account; what is booked stays where it is")
    func zone() throws {
        let studio = try Studio()
        let manage = try studio.booked(tuesday10)
        var moved = UserUpdated(userId: "1", name: "Lucía F.", roles: ["artist"])
        moved.timezone = "Europe/Madrid"
        try studio.shard.receive(moved)
        #expect(try studio.shard.ask(SettingsOfProvider.self, as: Studio.provider).json["timezone"] == "Europe/Madrid")
        let seen = try studio.shard.ask(AppointmentForCustomer.self, ["manageToken": .string(manage)]).json
        #expect(seen["startsAt"]?.string == tuesday10 && seen["timezone"]?.string == Studio.zone && seen["artistName"] == "Lucía F.")
    }

    @Test("The same log gives the same database")
    func replay() throws {
        let studio = try Studio()
        let manage = try studio.booked(tuesday10)
        _ = try studio.guest(RescheduleAsCustomer.type, ["manageToken": .string(manage), "startsAt": .string(wednesday10)])
        _ = try studio.book(studio.link(deposit: 5000), tuesday14)
        try studio.advance(.days(3))
        let copy = try ShardHarness(Scheduling.self, definition: Studio.definition, now: Studio.now)
        for record in studio.shard.log { try copy.deliver(Envelope(record)) }
        #expect(try copy.fingerprint() == studio.shard.fingerprint())
        #expect(try studio.shard.deadLetters().isEmpty)
    }
}

@Suite("Identity documents")
struct IdentityDocumentTests {
    @Test("Argentine numbers", arguments: [("32.456.789", "32456789"), ("1000000", "1000000"), ("999999", nil), ("00000000", nil),
                                           ("123456789", nil), ("32456789A", nil)])
    func argentine(_ typed: String, _ kept: String?) { #expect(IdentityDocument.normalized(typed, .ar) == kept) }

    @Test("Spanish numbers with their letter",
          arguments: [("12345678Z", true), ("x-1234567-l", true), ("Y1234567X", true), ("Z1234567R", true), ("12345678A", false),
                      ("00000000T", false)])
    func spanish(_ typed: String, _ isGood: Bool) { #expect((IdentityDocument.normalized(typed, .es) != nil) == isGood) }

    @Test("The provider sees whether there is a feed, and since when")
    func feedState() throws {
        let studio = try Studio()
        func state() throws -> JSONValue { try studio.shard.ask(CalendarFeedState.self, as: Studio.provider).json }
        #expect(try state() == ["active": false, "createdAt": .null])
        _ = try studio.post(RotateCalendarFeed.type)
        #expect(try state() == ["active": true, "createdAt": .string(Studio.now.wholeSeconds.description)])
        #expect(try studio.post(RevokeCalendarFeed.type).status == 204)
        #expect(try state()["active"] == false)
    }
}
