import Contracts
import Kernel
import Messaging
import SchedulingAppointments
import SchedulingCalendars
import SchedulingService
import TestKit
import Testing

@Suite("The form of a request comes before what is not there")
struct FormOrderTests {
    @Test("A change of something that is not there names what is wrong with its form; only a good one is 404", arguments: [
        (ChangeWorkingHours.type, ["rowId": "99"], ["dayOfWeek": 9, "startTime": "10:00", "endTime": "9:00"],
         ["dayOfWeek": 2, "startTime": "10:00", "endTime": "13:00"], ["dayOfWeek", "endTime"]),
        (EditAppointment.type, ["appointmentId": "99"], ["tattooDescription": "", "clientPhone": "x"], ["artistNotes": "Traer referencia"],
         ["tattooDescription", "clientPhone"]),
        (RescheduleAppointment.type, ["appointmentId": "99"], ["date": "soon", "startTime": "25:00"], ["startsAt": .string(wednesday10)],
         ["date", "startTime"]),
        (CancelAppointment.type, ["appointmentId": "99"], ["reason": .string(String(repeating: "x", count: 501))], [:], ["reason"]),
        (SetAppointmentStatus.type, ["appointmentId": "99"], ["status": "pending"], ["status": "completed"], ["status"]),
    ] as [(MessageType, [String: JSONValue], [String: JSONValue], [String: JSONValue], Set<String>)])
    func changes(type: MessageType, path: [String: JSONValue], bad: [String: JSONValue], good: [String: JSONValue],
                 fields: Set<String>) throws {
        let studio = try Studio()
        let refused = try studio.post(type, .object(path.merging(bad) { $1 }))
        #expect(refused.status == 422 && refused.fields == fields)
        #expect(try studio.post(type, .object(path.merging(good) { $1 })).status == 404)
    }

    @Test("A list of a stranger's calendar names what is wrong with the question; a studio that names nobody hears of that too")
    func lists() throws {
        let studio = try Studio()
        func ask(_ question: [String: JSONValue], of artist: JSONValue?) throws -> [Reply] {
            let question = JSONValue.object(question.merging(artist.map { ["artistId": $0] } ?? [:]) { $1 })
            return [try studio.shard.ask(LinksOfProvider.self, question, as: Studio.admin),
                    try studio.shard.ask(OverridesOfProvider.self, question, as: Studio.admin),
                    try studio.shard.ask(AppointmentsOfProvider.self, question, as: Studio.admin),
                    try studio.shard.ask(WaitlistOfProvider.self, question, as: Studio.admin)]
        }
        let wrong: [String: JSONValue] = ["status": "open", "from": "soon"]
        #expect(try ask(wrong, of: "99").map(\.fields) == [["status"], ["from"], ["status", "from"], ["status"]])
        let paged = try ask(wrong.merging(["perPage": 200]) { $1 }, of: nil).map(\.fields)
        #expect(paged == [["artistId", "status", "perPage"], ["artistId", "from", "perPage"], ["status", "from", "perPage"],
                          ["status", "perPage"]])
        #expect(try ask([:], of: "99").map(\.status) == [404, 404, 404, 404])
        #expect(try ask(wrong, of: nil).map(\.fields) == [["artistId", "status"], ["artistId", "from"], ["status", "from"], ["status"]])
        #expect(try studio.shard.ask(LinksOfProvider.self, ["status": "open", "artistId": "3"], as: Studio.provider).fields == ["status"])
    }

    @Test("A link that opens nothing says so before anything is said of the form, types and lengths included")
    func linkBeforeForm() throws {
        let studio = try Studio()
        let used = try studio.link(), open = try studio.link()
        #expect(try studio.book(used, wednesday10).status == 201)
        let long = JSONValue.string(String(repeating: "x", count: 6000))
        let forms: [(MessageType, [String: JSONValue], Set<String>)] = [
            (HoldSlot.type, ["startsAt": 5], ["startsAt"]),
            (BookAppointment.type, ["clientName": 5, "clientDni": false, "clientPhone": [], "notes": long, "locale": 1, "startsAt": 7,
                                    "extraFields": "x"],
             ["clientName", "clientEmail", "clientDni", "clientPhone", "notes", "locale", "startsAt", "extraFields"]),
            (BookAppointment.type, ["holdId": 5, "notes": "a\u{1}b"], ["holdId", "notes", "clientName", "clientEmail", "clientDni"]),
            (JoinSlotWaitlist.type, ["clientName": 7, "clientEmail": "a\u{80}b@example.com", "from": false],
             ["clientName", "clientEmail", "from"]),
        ]
        for (type, form, fields) in forms {
            func send(_ token: String) throws -> Reply { try studio.guest(type, .object(form.merging(["token": .string(token)]) { $1 })) }
            #expect(try send("unknown").slug == "booking-link-not-found" && send(used).slug == "booking-link-used", "\(type)")
            let refused = try send(open)
            #expect(refused.status == 422 && refused.fields == fields, "\(refused.json)")
        }
    }

    @Test("A wrong form is 422 before a wrong key is 404")
    func wrongKey() throws {
        let studio = try Studio()
        func send(_ type: MessageType, _ form: [String: JSONValue]) throws -> Reply {
            try studio.guest(type, .object(form.merging(["manageToken": "unknown"]) { $1 }))
        }
        #expect(try send(RescheduleAsCustomer.type, [:]).fields == ["startsAt"])
        #expect(try send(RescheduleAsCustomer.type, ["startsAt": "soon"]).fields == ["startsAt"])
        #expect(try send(RescheduleAsCustomer.type, ["startsAt": .string(wednesday10)]).status == 404)
        #expect(try send(CancelAsCustomer.type, ["reason": .string(String(repeating: "x", count: 501))]).fields == ["reason"])
        #expect(try send(CancelAsCustomer.type, [:]).status == 404)
        func ask(_ days: JSONValue) throws -> Reply { try studio.shard.ask(SlotsForMove.self, days) }
        #expect(try ask(["manageToken": "unknown", "from": "soon"]).fields == ["from"])
        #expect(try ask(["manageToken": "unknown", "from": "2026-12-02", "to": "2026-12-01"]).fields == ["to"])
        #expect(try ask(["manageToken": "unknown", "from": "2026-12-01", "to": "2026-12-02"]).status == 404)
    }

    @Test("The gateway leaves the forms of links and of pages to their handlers")
    func leftToHandlers() {
        let forms = Scheduling.contents.routes.filter { route in
            route.method == "POST" && route.body != nil && (route.takesForms == true || route.path.hasPrefix("/booking/links/{token}/"))
        }
        #expect(forms.count == 2 * 8 && forms.allSatisfy { $0.handlerChecksBody == true })
    }

    @Test("An overlap comes before one row too many")
    func seventh() throws {
        let studio = try Studio()
        func add(_ start: String, _ end: String) throws -> Reply {
            try studio.post(AddWorkingHours.type, ["dayOfWeek": 2, "startTime": .string(start), "endTime": .string(end)])
        }
        for hour in 0..<4 { #expect(try add("0\(hour):00", "0\(hour):30").status == 201) }
        #expect(try add("00:15", "00:45").slug == "working-hours-overlap")
        #expect(try add("05:00", "05:30").fields == ["dayOfWeek"])
    }
}
