import Contracts
import Kernel
import Messaging
import SchedulingAppointments
import SchedulingCalendars
import SchedulingService
import TestKit
import Testing

@Suite("One answer names every field that is wrong")
struct WholeFormTests {
    @Test("What is missing, of another type or out of range hides nothing else", arguments: [
        (CreateBookingLink.type, ["duration": 150, "expiresInDays": 0], ["description", "duration", "expiresInDays"]),
        (CreateBookingLink.type, ["description": 7, "duration": "long", "deposit": ["amount": 0, "currency": "USD"], "locale": "fr"],
         ["description", "duration", "deposit.amount", "deposit.currency", "locale"]),
        (CreateBookingLink.type, ["description": "Rosa", "deposit": ["amount": 1e300]], ["deposit.amount", "deposit.currency"]),
        (CreateBookingLink.type, ["description": "Rosa", "deposit": "much", "expiresInDays": 91], ["deposit", "expiresInDays"]),
        (CreateAppointment.type, [:], ["clientName", "tattooDescription", "durationMinutes", "startsAt"]),
        (CreateAppointment.type, ["clientName": 7, "clientDni": false, "clientPhone": "x", "durationMinutes": 9_223_372_036_854_775_807,
                                  "startsAt": false, "ignoreWorkingHours": "yes", "tattooDescription": "Rosa", "artistNotes": []],
         ["clientName", "clientDni", "clientPhone", "durationMinutes", "startsAt", "ignoreWorkingHours", "artistNotes"]),
        (CreateAppointment.type, ["clientName": "Ana Gil", "tattooDescription": "Rosa", "durationMinutes": 7, "startsAt": "yesterday",
                                  "clientEmail": "ana"], ["durationMinutes", "startsAt", "clientEmail"]),
        (AddWorkingHours.type, ["dayOfWeek": 9, "startTime": "10:00", "endTime": "9:00"], ["dayOfWeek", "endTime"]),
        (AddWorkingHours.type, ["dayOfWeek": "2", "startTime": 10, "isActive": "no"], ["dayOfWeek", "startTime", "endTime", "isActive"]),
        (ReplaceWorkingHours.type, ["workingHours": [["dayOfWeek": 9, "startTime": "10:00", "endTime": "11:00"],
                                                     ["dayOfWeek": 2, "startTime": "10:00", "endTime": "x"], "Monday"]],
         ["workingHours.0.dayOfWeek", "workingHours.1.endTime", "workingHours.2"]),
        (ReplaceWorkingHours.type, [:], ["workingHours"]),
        (ReplaceWorkingHours.type, ["workingHours": "none"], ["workingHours"]),
        (ReplaceWorkingHours.type, ["workingHours": .array(Array(repeating: [:], count: 43))], ["workingHours"]),
        (AddOverride.type, ["kind": "holiday"], ["kind", "startDate"]),
        (AddOverride.type, ["startDate": "soon", "endDate": 7, "reason": "a\u{7}b"], ["kind", "startDate", "endDate", "reason"]),
        (AddOverride.type, ["kind": "extra", "startDate": "2026-12-01", "startTime": 10], ["startTime", "endTime"]),
        (AddOverride.type, ["kind": "closed", "startDate": "2026-12-01", "endDate": "2026-11-30", "startTime": "10:00"],
         ["startTime", "endDate"]),
    ] as [(MessageType, [String: JSONValue], Set<String>)])
    func forms(type: MessageType, body: [String: JSONValue], fields: Set<String>) throws {
        let studio = try Studio()
        let reply = try studio.post(type, .object(body))
        #expect(reply.status == 422 && reply.fields == fields, "\(reply.json)")
        #expect(reply.json["errors"]?.object?.values.allSatisfy { $0.array?.count == 1 } == true, "each is said once: \(reply.json)")
    }

    @Test("So does the preview of slots, and the question for free ones")
    func questions() throws {
        let studio = try Studio()
        func preview(_ more: [String: JSONValue]) throws -> Set<String> {
            let whole: [String: JSONValue] = ["timezone": "UTC", "from": "2026-11-25", "to": "2026-11-25", "durationMinutes": 60,
                                              "workingHours": []]
            return try studio.shard.ask(PreviewSlots.self, .object(whole.merging(more) { $1 }), as: Studio.provider).fields
        }
        #expect(try studio.shard.ask(PreviewSlots.self, as: Studio.provider).fields
            == ["timezone", "from", "to", "durationMinutes", "workingHours"])
        #expect(try preview(["durationMinutes": 4, "timezone": "Nowhere/Land"]) == ["durationMinutes", "timezone"])
        #expect(try preview(["from": 7, "to": "x", "slotStepMinutes": 7, "bufferAfterMinutes": 241, "horizonDays": 0, "now": "x"])
            == ["from", "to", "slotStepMinutes", "bufferAfterMinutes", "horizonDays", "now"])
        #expect(try preview(["overrides": [["kind": "x"], ["startDate": "2026-11-25", "kind": "extra"]], "busy": [["startsAt": 1], []]])
            == ["overrides.0.kind", "overrides.0.startDate", "overrides.1.startTime", "overrides.1.endTime", "busy.0.startsAt",
                "busy.0.endsAt", "busy.1"])
        #expect(try preview(["overrides": [["kind": "blocked", "startDate": "2026-11-25", "startTime": "9:00", "endTime": "12:00"]]])
            == ["overrides.0.startTime"])
        #expect(try preview(["overrides": [["kind": "closed", "startDate": "2026-11-25", "startTime": nil, "endTime": nil]]]) == [])
        #expect(try preview(["to": "2026-12-26", "workingHours": [["dayOfWeek": 7]]])
            == ["to", "workingHours.0.dayOfWeek", "workingHours.0.startTime", "workingHours.0.endTime"])
        #expect(try studio.shard.ask(FreeSlots.self, ["from": "soon"], as: Studio.provider).fields == ["duration", "from"])
        #expect(try studio.shard.ask(FreeSlots.self, ["duration": 4, "from": "2026-11-25", "to": "2026-11-24"], as: Studio.provider).fields
            == ["duration", "to"])
    }

    @Test("A form that is good is taken as before")
    func good() throws {
        let studio = try Studio()
        let made = try studio.post(CreateAppointment.type, [
            "clientName": "Ana Gil", "clientDni": studio.shard.sealed("32.456.789"), "clientEmail": nil, "tattooDescription": "Rosa\nroja",
            "durationMinutes": 60, "date": "2026-11-25", "startTime": "10:00", "artistNotes": "Mañana",
        ])
        #expect(made.status == 201 && made.json["clientDni"] == "32456789" && made.json["startsAt"]?.string == wednesday10)
        #expect(made.json["tattooDescription"] == "Rosa\nroja" && made.json["artistNotes"] == "Mañana" && made.json["clientEmail"] == "")
        let link = try studio.post(CreateBookingLink.type, ["description": "Rosa", "deposit": ["amount": 5000, "currency": "ARS"],
                                                            "locale": "en", "expiresInDays": nil])
        #expect(link.status == 201 && link.json["durationMinutes"] == 120 && link.json["deposit"]?["amount"] == 5000)
        let row = try studio.post(AddWorkingHours.type, ["dayOfWeek": 0, "startTime": "22:00", "endTime": "24:00", "isActive": false])
        #expect(row.status == 201 && row.json["endTime"] == "24:00" && row.json["isActive"] == false)
        let extra = try studio.post(AddOverride.type, ["kind": "extra", "startDate": "2026-11-29", "startTime": "11:00",
                                                       "endTime": "24:00", "reason": "Feria"])
        #expect(extra.status == 201 && extra.json["endDate"] == "2026-11-29" && extra.json["reason"] == "Feria")
    }
}
