import Contracts
import Kernel
import Messaging
import SchedulingAppointments
import SchedulingCalendars
import SchedulingKit
import SchedulingService
import ServiceKit
import TestKit
import Testing

@Suite("What an artist does by hand, and what is seeded")
struct ByHandTests {
    private let wednesday10 = "2026-11-25T13:00:00Z"
    private let thursday10 = "2026-11-26T13:00:00Z"

    private func appointment(_ studio: Studio) throws -> JSONValue {
        try #require(try studio.shard.ask(AppointmentsOfProvider.self, ["from": "2026-11-25"], as: Studio.provider)
            .json["data"]?.array?.first)
    }
    private func week(_ studio: Studio) throws -> [JSONValue] {
        try studio.shard.ask(WorkingHoursOfProvider.self, as: Studio.provider).json["data"]?.array ?? []
    }

    @Test("A row of the week can be changed where no other row is in its way")
    func hours() throws {
        let studio = try Studio()
        let row = try #require(try week(studio).first)
        let id = try #require(row["id"]?.int)
        func change(_ start: String, _ end: String) throws -> Reply {
            try studio.post(ChangeWorkingHours.type,
                            ["rowId": .string(String(id)), "dayOfWeek": 2, "startTime": .string(start), "endTime": .string(end)])
        }
        #expect(try change("09:30", "12:30").status == 200)
        #expect(try week(studio).first { $0["id"]?.int == id }?["startTime"] == "09:30")
        #expect(try change("13:30", "15:00").slug == "working-hours-overlap")
        #expect(try studio.post(ChangeWorkingHours.type, ["rowId": "999", "dayOfWeek": 2, "startTime": "07:00", "endTime": "08:00"])
            .status == 404)
    }

    @Test("A field that is null counts as not sent, the identity number too; only a booking requires that number")
    func nulls() throws {
        let studio = try Studio()
        let body: JSONValue = ["clientName": "Bruno Herrera", "clientEmail": nil, "clientDni": nil, "clientPhone": nil, "artistNotes": nil,
                               "tattooDescription": "Retoque", "durationMinutes": 60, "startsAt": .string(wednesday10)]
        let made = try studio.post(CreateAppointment.type, body)
        #expect(made.status == 201 && made.json["clientDni"] == "")
        let link = try studio.link()
        let refused = try studio.guest(BookAppointment.type, ["token": .string(link), "clientName": "Ana Gil", "clientDni": nil,
                                                              "clientEmail": "ana@example.com", "startsAt": .string(thursday10)])
        #expect(refused.status == 422 && refused.json["errors"] == ["clientDni": ["is required"]])
    }

    @Test("Links may be kept and asked for again with their entity tag, like appointments")
    func revalidated() throws {
        let studio = try Studio()
        _ = try studio.link()
        let list = try studio.shard.ask(LinksOfProvider.self, as: Studio.provider)
        let one = try studio.shard.ask(LinkDetails.self, ["linkId": "1"], as: Studio.provider)
        #expect([list, one].allSatisfy { $0.status == 200 && $0.isSecret && $0.cacheControl == "private, no-cache" })
        #expect(list.json["meta"]?["total"] == 1 && list.json["data"]?.array?.first == one.json)
    }

    @Test("A studio's list takes each day in the zone of its artist, and has every date once, in order")
    func severalZones() throws {
        let studio = try Studio()
        var registered = UserRegistered(userId: "2", name: "Aiko Mori", roles: ["artist"])
        registered.timezone = "Asia/Tokyo"
        try studio.shard.receive(registered)
        func create(_ start: String, _ artist: String) throws {
            let body: JSONValue = ["clientName": "Bruno Herrera", "tattooDescription": "Retoque", "durationMinutes": 60,
                                   "startsAt": .string(start), "ignoreWorkingHours": true]
            #expect(try studio.post(CreateAppointment.type, body, as: .user(artist, roles: ["artist"])).status == 201)
        }
        try create("2026-12-26T02:00:00Z", "2")  // 11:00 on the 26th in Tokyo; the 25th in Buenos Aires.
        try create("2026-12-26T20:00:00Z", "2")  // The 27th in Tokyo.
        try create("2026-12-26T22:00:00Z", "1")  // 19:00 on the 26th in Buenos Aires.
        func list(_ more: [String: JSONValue]) throws -> [JSONValue] {
            let wish: JSONValue = .object(["from": "2026-12-26"].merging(more) { $1 })
            return try studio.shard.ask(AppointmentsOfProvider.self, wish, as: Studio.admin).json["data"]?.array ?? []
        }
        #expect(try list(["to": "2026-12-26"]).map { $0["startsAt"] } == ["2026-12-26T02:00:00Z", "2026-12-26T22:00:00Z"])
        let groups = try list(["group": "date"])
        #expect(groups.map { $0["date"] } == ["2026-12-26", "2026-12-27"])
        #expect(groups.map { $0["appointments"]?.array?.count } == [2, 1])
    }

    @Test("A phone number keeps its country when it is written with 00; a name of nothing visible is none (12.F20)", arguments: [
        ("0034 600 11 22 33", "+34600112233"), ("005491143219876", "+5491143219876"), ("011 4321-9876", "+541143219876"),
        ("+34600112233", "+34600112233"),
        ("٠١١ ٤٣٢١ ٩٨٧٦", "+541143219876"), ("54 11 4321-9876", "+541143219876"), ("00", nil), ("000600112233", nil),
    ] as [(String, String?)])
    func phones(typed: String, kept: String?) throws {
        var check = Validation()
        #expect(try CustomerField.phone("clientPhone", typed, in: Studio.definition, &check) == kept)
        #expect(check.errors.isEmpty == (kept != nil))
        for name in ["\u{200B}\u{200C}", "\u{FEFF}\u{FEFF}"] {
            var check = Validation()
            #expect(CustomerField.text("clientName", name, 2...100, &check) == nil && check.errors == ["clientName": ["is required"]])
        }
        var control = Validation()
        #expect(CustomerField.text("clientName", "Ana\u{85}", 2...100, &control) == nil
            && control.errors == ["clientName": ["contains control characters"]])
    }

    @Test("A picture is nobody's business without a calendar: 403 whether it is there or not, for the artist 404 (12.F18)")
    func pictures() throws {
        let studio = try Studio()
        func read(_ principal: Principal) throws -> Int {
            try studio.shard.ask(PhotoForProvider.self, ["photoId": "nobody-took-it", "offset": 0, "length": 1], as: principal).status
        }
        #expect(try read(.user("4", roles: ["developer"])) == 403)
        #expect(try read(Studio.provider) == 404)
        #expect(try read(Studio.admin) == 404)
    }

    @Test("To a client without an e-mail address nothing is sent, by telephone neither", arguments: ["", "ana@example.com"])
    func onlyPhone(email: String) throws {
        let studio = try Studio()
        let made = try studio.post(CreateAppointment.type, [
            "clientName": "Ana Gil", "clientEmail": .string(email), "clientPhone": "+541122334455", "tattooDescription": "Peonía",
            "durationMinutes": 60, "startsAt": .string(thursday10),
        ])
        #expect(made.status == 201)
        try studio.advance(.days(5) + .hours(4))
        #expect(try studio.mails().isEmpty == email.isEmpty)
    }

    @Test("Notes and phone of an appointment change, its time does not")
    func edited() throws {
        let studio = try Studio()
        _ = try studio.booked(wednesday10)
        let id = JSONValue.string(String(try #require(try appointment(studio)["id"]?.int)))
        let reply =
            try studio.post(EditAppointment.type, ["appointmentId": id, "artistNotes": "Traer referencia", "clientPhone": "11 4321-9876"])
        #expect(reply.status == 200 && reply.json["artistNotes"] == "Traer referencia")
        #expect(reply.json["startsAt"] == .string(wednesday10))
        #expect(try studio.post(EditAppointment.type, ["appointmentId": id, "clientPhone": "x"]).fields == ["clientPhone"])
    }

    @Test("Only the answer about one appointment has its history, not the answers to changes")
    func history() throws {
        let studio = try Studio()
        _ = try studio.booked(wednesday10)
        let changes: [(MessageType, JSONValue)] = [
            (EditAppointment.type, ["appointmentId": "1", "artistNotes": "Traer referencia"]),
            (RescheduleAppointment.type, ["appointmentId": "1", "startsAt": .string(thursday10)]),
            (CancelAppointment.type, ["appointmentId": "1"]),
        ]
        for (type, body) in changes {
            let answer = try studio.post(type, body)
            #expect(answer.status == 200 && answer.json["id"] == 1 && answer.json["history"] == nil, "\(type)")
        }
        _ = try studio.booked(wednesday10)
        try studio.advance(.days(5))
        let finished = try studio.post(SetAppointmentStatus.type, ["appointmentId": "2", "status": "completed"])
        #expect(finished.json["status"] == "completed" && finished.json["history"] == nil)
        let seen = try studio.shard.ask(AppointmentDetails.self, ["appointmentId": "1"], as: Studio.provider).json
        #expect(seen["history"]?.array?.map { $0["what"] } == ["booked", "rescheduled", "cancelled"])
    }

    @Test("The artist moves an appointment, also to hours that are none when told so; its old time is free at once")
    func moved() throws {
        let studio = try Studio()
        _ = try studio.booked(wednesday10)
        let id = JSONValue.string(String(try #require(try appointment(studio)["id"]?.int)))
        #expect(try studio.post(RescheduleAppointment.type, ["appointmentId": id, "startsAt": .string(thursday10)]).status == 200)
        #expect(try studio.book(studio.link(), wednesday10).status == 201)
        let monday: JSONValue = "2026-11-30T13:00:00Z"
        #expect(try studio.post(RescheduleAppointment.type, ["appointmentId": id, "startsAt": monday]).status == 409)
        #expect(try studio.post(RescheduleAppointment.type, ["appointmentId": id, "startsAt": monday, "ignoreWorkingHours": true])
            .status == 200)
        #expect(try studio.shard.published(AppointmentRescheduled.self).count == 2)
    }

    @Test("A slot that is given back before its time is another's; giving it back twice harms nobody")
    func released() throws {
        let studio = try Studio()
        let token = try studio.link(), other = try studio.link()
        let hold = try studio.guest(HoldSlot.type, ["token": .string(token), "startsAt": .string(wednesday10)]).json["id"] ?? .null
        #expect(try studio.guest(HoldSlot.type, ["token": .string(other), "startsAt": .string(wednesday10)]).slug == "slot-taken")
        #expect(try studio.guest(ReleaseHold.type, ["token": .string(other), "holdId": hold]).status == 204)
        #expect(try studio.guest(HoldSlot.type, ["token": .string(other), "startsAt": .string(wednesday10)]).slug == "slot-taken",
                "it was not theirs to give")
        #expect(try studio.guest(ReleaseHold.type, ["token": .string(token), "holdId": hold]).status == 204)
        #expect(try studio.guest(HoldSlot.type, ["token": .string(other), "startsAt": .string(wednesday10)]).status == 201)
        #expect(try studio.guest(ReleaseHold.type, ["token": .string(token), "holdId": hold]).status == 204)
        #expect(try studio.guest(BookAppointment.type, studio.customer(["token": .string(token), "startsAt": .string(wednesday10)]))
            .slug == "slot-taken")
    }

    @Test("Pictures come to a link and to an appointment, from the artist and from the client; the artist takes them away")
    func photos() throws {
        let studio = try Studio()
        let link = try studio.post(CreateBookingLink.type, ["description": "Peonía", "duration": 120]).json
        let token = try #require(link["token"]?.string)
        let booked = try studio.book(token, wednesday10).json
        let manage = try #require(booked["manageToken"]?.string)
        let spare = try studio.post(CreateBookingLink.type, ["description": "Peonía", "duration": 120]).json
        func number(_ value: JSONValue?) -> JSONValue { .string(String(value?.int ?? 0)) }
        func put(_ type: MessageType, _ place: String, _ value: JSONValue, width: UInt8, as person: Principal?) throws -> Reply {
            // As small as a JPEG gets: its frame alone.
            let bytes = Base64URL.encode([0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 1, 0, width, 1, 1, 0x11, 0, 0xFF, 0xD9])
            let part: JSONValue = ["upload": .string("upload-\(width)"), "index": 0, "isLast": true, "bytes": .string(bytes)]
            return try studio.post(type, [place: value, "part": part], as: person)
        }
        let onLink = try put(AddPhotoToLink.type, "linkId", number(spare["id"]), width: 1, as: Studio.provider)
        #expect(onLink.status == 201)
        let mine = try put(AddPhotoToAppointment.type, "appointmentId", number(try appointment(studio)["id"]), width: 2,
                           as: Studio.provider)
        #expect(mine.status == 201 && mine.json["width"] == 2)
        #expect(try put(AddPhotoAsCustomer.type, "manageToken", .string(manage), width: 3, as: nil).status == 201)
        #expect(try appointment(studio)["photos"]?.array?.count == 2)
        // Each is read by those who have its link or its appointment.
        func read(_ query: (some Query).Type, _ place: String, _ value: JSONValue, _ photo: JSONValue?) throws -> Int {
            try studio.shard.ask(query, [place: value, "photoId": photo ?? .null, "offset": 0, "length": 1]).status
        }
        let photo = try #require(mine.json["id"])
        #expect(try read(PhotoForCustomer.self, "manageToken", .string(manage), photo) == 200)
        #expect(try read(PhotoForCustomer.self, "manageToken", .string(manage), onLink.json["id"]) == 404)
        let open = try #require(spare["token"])
        #expect(try read(PhotoOfLink.self, "token", open, onLink.json["id"]) == 200)
        #expect(try read(PhotoOfLink.self, "token", open, photo) == 404)
        let own: JSONValue = ["photoId": photo, "offset": 0, "length": 1]
        #expect(try studio.shard.ask(PhotoForProvider.self, own, as: Studio.provider).status == 200)
        #expect(try studio.shard.ask(PhotoForProvider.self, own, as: .user("2", roles: ["artist"])).status == 404)
        #expect(try studio.post(RemovePhoto.type, ["photoId": photo], as: .user("2", roles: ["artist"])).status == 404)
        #expect(try studio.post(RemovePhoto.type, ["photoId": photo]).status == 204)
        #expect(try appointment(studio)["photos"]?.array?.count == 1)
    }

    @Test("Who waited for days that are over waits no longer; what is known of a client is forgotten two years after the appointment")
    func forgotten() throws {
        let studio = try Studio()
        let manage = try studio.booked(wednesday10)
        #expect(!manage.isEmpty)
        let token = try studio.link()
        let joined = try studio.guest(JoinSlotWaitlist.type,
                                      ["token": .string(token), "clientName": "Julieta Paz", "clientEmail": "julieta@example.com",
                                                          "from": "2026-11-25", "to": "2026-11-25"])
        #expect(joined.status == 201)
        try studio.advance(.days(6))
        #expect(try studio.shard.published(SlotWaitlistEnded.self).count == 1)
        #expect(try studio.shard.ask(WaitlistOfProvider.self, ["status": "waiting"], as: Studio.provider).json["data"] == [])
        #expect(try appointment(studio)["clientName"] == "Carla Medina")
        try studio.advance(.days(730))
        #expect(try appointment(studio)["clientName"] != "Carla Medina" && appointment(studio)["startsAt"] == .string(wednesday10))
    }

    @Test("A seeded calendar has its week and its exceptions; one that is there stays as its artist has it")
    func calendars() throws {
        let studio = try Studio()
        var provider = UserRegistered(userId: "9", name: "Otra", roles: ["artist"])
        provider.timezone = Studio.zone
        try studio.shard.receive(provider)
        let christmas = try #require(CalendarDate("2026-12-25"))
        func seed(_ start: String) throws {
            try studio.shard.receive(
                ImportCalendar(providerId: "9", name: "Otra", timezone: Studio.zone, settings: ["bufferAfterMinutes": 0],
                               hours: [.init(dayOfWeek: 3, startTime: start, endTime: "18:00")],
                               exceptions: [.init(kind: "closed", startDate: christmas, endDate: christmas, reason: "Navidad")]))
        }
        try seed("10:00")
        try seed("06:00")
        let other = Principal.user("9", roles: ["artist"])
        #expect(try studio.shard.ask(WorkingHoursOfProvider.self, as: other).json["data"]?.array?.map { $0["startTime"] } == ["10:00"])
        #expect(try studio.shard.ask(OverridesOfProvider.self, as: other).json["data"]?.array?.map { $0["reason"] } == ["Navidad"])
        #expect(try week(studio).count == 10)
    }

    @Test("A seeded appointment takes its time and tells nobody; a seeded link offers what is left until it ends")
    func imported() throws {
        let studio = try Studio()
        let document = try studio.shard.sealed("32456789").decoded(as: SealedValue.self)
        let start = try #require(Timestamp(wednesday10))
        for description in ["Rosa", "Otra cosa"] {
            try studio.shard.receive(ImportAppointment(id: 40, providerId: "1", customerName: "Carla Medina",
                                                       customerEmail: "carla@example.com", customerDocument: document,
                                                       customerPhone: "+541143219876", description: description, startsAt: start,
                                                       durationMinutes: 120, status: "confirmed", createdAt: Studio.now - .days(5)))
            try studio.shard.receive(
                ImportBookingLink(id: 70, providerId: "1", description: description, durationMinutes: 120, expiresAt: Studio.now + .days(2),
                                  isRevoked: false))
        }
        #expect(try studio.mails().isEmpty)
        let seeded = try appointment(studio)
        #expect(seeded["id"] == 40 && seeded["tattooDescription"] == "Rosa")
        #expect(try studio.book(studio.link(), wednesday10).slug == "slot-taken")
        let links = try studio.shard.ask(LinksOfProvider.self, as: Studio.provider).json["data"]?.array ?? []
        let token = try #require(links.first { $0["id"] == 70 }?["token"]?.string)
        #expect(try studio.book(token, thursday10).status == 201)
        #expect(try studio.book(token, "2026-11-27T13:00:00Z").status == 410)
    }
}
