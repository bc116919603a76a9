import Contracts
import Kernel
import Messaging
import SchedulingAppointments
import SchedulingCalendars
import SchedulingService
import TestKit
import Testing

@Suite("Whoever is forgotten is in no row any more (12.F5)")
struct ErasureTests {
    private static let traces = ["quixotic", "zebedee", "1122334455", "32456789", "dragón", "me mudo", "muy puntual", "con color"]

    /// Ignores the outbox: recent rows stay there because other services may ask for them again, see `docs/running.md`.
    private func known(_ studio: Studio) throws -> [String] {
        try Self.traces.flatMap { trace in try studio.shard.columns(holding: trace).map { "\(trace): \($0)" } }.filter {
            !$0.hasSuffix("souk_outbox.value")
        }
    }
    private func book(_ token: String, _ start: String, _ studio: Studio) throws -> String {
        let body: [String: JSONValue] = [
            "token": .string(token), "startsAt": .string(start), "clientName": "Zebedee Quixotic",
            "clientEmail": "Zebedee@quixotic.example",
            "clientDni": try studio.shard.sealed("32456789"), "clientPhone": "+541122334455", "notes": "Con color",
        ]
        let reply = try studio.guest(BookAppointment.type, .object(body))
        #expect(reply.status == 201)
        return try #require(reply.json["manageToken"]?.string)
    }
    private func link(_ studio: Studio, deposit: Int? = nil) throws -> String {
        var body: [String: JSONValue] = ["description": "Dragón en el hombro", "duration": 120]
        if let deposit { body["deposit"] = ["amount": .int(deposit), "currency": "ARS"] }
        return try #require(try studio.post(CreateBookingLink.type, .object(body)).json["token"]?.string)
    }
    private func wait(_ token: String, _ studio: Studio, email: String = "zebedee@quixotic.example") throws {
        let reply = try studio.guest(JoinSlotWaitlist.type,
                                     ["token": .string(token), "clientName": "Zebedee Quixotic", "clientEmail": .string(email),
                                      "to": "2026-12-10"])
        #expect(reply.status == 201)
    }
    private func isForgotten(_ entry: JSONValue) -> Bool { entry["clientName"] == "" && entry["clientEmail"] == "" }

    @Test("A client who asks: name, address, number, description, notes, reason, waiting lists; other services are told")
    func asked() throws {
        let studio = try Studio()
        let first = try link(studio), second = try studio.link()
        try wait(first, studio)
        try wait(second, studio)
        let manage = try book(first, thursday10, studio)
        _ = try studio.post(EditAppointment.type, ["appointmentId": "1", "artistNotes": "Muy puntual"])
        #expect(try studio.guest(CancelAsCustomer.type, ["manageToken": .string(manage), "reason": "Me mudo a Ushuaia"]).status == 200)
        #expect(try !known(studio).isEmpty)
        try studio.shard.markSeen()
        #expect(try studio.guest(EraseCustomer.type, ["manageToken": .string(manage)]).status == 204)
        #expect(try known(studio) == [])
        let kept = try studio.shard.ask(AppointmentDetails.self, ["appointmentId": "1"], as: Studio.provider).json
        #expect(kept["clientName"] == "Cliente eliminado" && kept["tattooDescription"] == "" && kept["cancelReason"] == .null
            && kept["cancelledBy"] == "client")
        #expect(kept["artistNotes"] == "" && kept["startsAt"]?.string == thursday10)
        let entries = try studio.shard.ask(WaitlistOfProvider.self, as: Studio.provider).json["data"]?.array ?? []
        #expect(entries.count == 2 && entries.allSatisfy(isForgotten) && entries.map { $0["status"] } == ["ended", "left"])
        #expect(Set(try studio.shard.published(ForgetNamed.self).map(\.named)) == ["appointment/1", "waitlist/1", "waitlist/2"])
        #expect(try studio.shard.published(ForgetPayer.self).isEmpty)
        #expect(try studio.shard.timers().allSatisfy { !$0.contains("erase") && !$0.contains("reminder") })
    }

    @Test("After the erasure a request that is sent again is not answered with the client's data")
    func storedAnswers() throws {
        let studio = try Studio()
        let token = try studio.link()
        let booked = try studio.book(token, thursday10, id: "booking")
        let cancel: JSONValue = ["manageToken": booked.json["manageToken"] ?? .null]
        let cancelled = try studio.guest(CancelAsCustomer.type, cancel, id: "cancelling")
        #expect(cancelled.json["clientName"] == "Carla Medina")
        #expect(try studio.book(token, thursday10, id: "booking").json["clientName"] == "Carla Medina")
        #expect(try studio.guest(EraseCustomer.type, cancel).status == 204)
        // "Try again": the gateway sends it anew, to a link and an appointment that are gone.
        #expect(try studio.book(token, thursday10, id: "booking").status == 503)
        #expect(try studio.guest(CancelAsCustomer.type, cancel, id: "cancelling").status == 503)
    }

    @Test("After the erasure a request of the artist that is sent again is not answered with the client's data")
    func storedAnswersOfArtist() throws {
        let studio = try Studio()
        let manage = try studio.booked(thursday10)
        let edit: JSONValue = ["appointmentId": "1", "artistNotes": "Muy puntual"], cancel: JSONValue = ["appointmentId": "1"]
        func ask() throws -> [Reply] {
            [try studio.post(EditAppointment.type, edit, id: "editing"), try studio.post(CancelAppointment.type, cancel, id: "cancelling")]
        }
        #expect(try ask().map { $0.json["clientName"] } == ["Carla Medina", "Carla Medina"])
        #expect(try ask().map(\.status) == [200, 200])
        #expect(try studio.guest(EraseCustomer.type, ["manageToken": .string(manage)]).status == 204)
        // "Try again": the gateway sends it anew, and the erased appointment answers.
        #expect(try ask().map(\.status) == [503, 503])
    }

    @Test("An erased appointment stays so: the artist writes no data of the client into it, and adds no picture")
    func staysErased() throws {
        let studio = try Studio()
        let manage = try book(link(studio), thursday10, studio)
        _ = try studio.guest(CancelAsCustomer.type, ["manageToken": .string(manage)])
        #expect(try studio.guest(EraseCustomer.type, ["manageToken": .string(manage)]).status == 204)
        let edited = try studio.post(EditAppointment.type, [
            "appointmentId": "1", "clientPhone": "+541122334455", "tattooDescription": "Dragón en el hombro", "artistNotes": "Muy puntual",
        ])
        #expect(edited.status == 200 && edited.json["clientPhone"] == "" && edited.json["tattooDescription"] == "")
        let part: JSONValue = ["upload": "upload-1", "index": 0, "isLast": true, "bytes": .string(Base64URL.encode(Self.image))]
        #expect(try studio.post(AddPhotoToAppointment.type, ["appointmentId": "1", "part": part]).slug == "invalid-transition")
        #expect(try known(studio) == [] && studio.shard.count(of: "photo") == 0)
    }

    @Test("A deposit's payment is forgotten with its client, and money that comes later goes back")
    func deposit() throws {
        let studio = try Studio()
        let manage = try book(link(studio, deposit: 5000), "2026-12-01T13:00:00Z", studio)
        let intent = try #require(try studio.shard.published(CreateIntent.self).last)
        try studio.advance(.minutes(31))
        #expect(try studio.guest(EraseCustomer.type, ["manageToken": .string(manage)]).status == 204)
        #expect(try studio.shard.published(ForgetPayer.self).map(\.userId) == [intent.userId])
        let kept = try studio.shard.ask(AppointmentDetails.self, ["appointmentId": "1"], as: Studio.provider).json
        #expect(kept["cancelReason"] == "deposit-expired")
        try studio.shard.receive(PaymentSucceeded(paymentId: intent.paymentId, orderId: intent.orderId, userId: intent.userId, amount: 5000,
                                                  currency: intent.currency, attempt: 1))
        #expect(try studio.shard.published(RefundPayment.self).count == 1)
        // The link belongs to the provider and stays: its next customer may book the work it describes.
        #expect(try studio.shard.columns(holding: "quixotic").filter { $0 != "souk_outbox.value" } == [])
    }

    @Test("Nobody asks: after the time a tenant keeps them, appointments and waiting lists forget; who waits again by then goes on waiting")
    func timer() throws {
        let studio = try Studio(["horizonDays": 365])
        _ = try book(link(studio), thursday10, studio)
        try wait(studio.link(), studio)
        try studio.advance(.days(700))
        let later =
            try #require(try studio.post(CreateBookingLink.type, ["description": "Rosa", "expiresInDays": 90]).json["token"]?.string)
        let again = try studio.guest(JoinSlotWaitlist.type,
                                     ["token": .string(later), "clientName": "Zebedee Quixotic", "clientEmail": "zebedee@quixotic.example"])
        #expect(again.status == 201)
        try studio.advance(.days(60))
        let entries = try studio.shard.ask(WaitlistOfProvider.self, as: Studio.provider).json["data"]?.array ?? []
        #expect(entries.count == 2 && isForgotten(entries[0]) && entries[1]["status"] == "waiting"
            && entries[1]["clientName"] == "Zebedee Quixotic")
        let kept = try studio.shard.ask(AppointmentDetails.self, ["appointmentId": "1"], as: Studio.provider).json
        #expect(kept["clientName"] == "Cliente eliminado" && kept["tattooDescription"] == "")
    }

    @Test("A client whose appointment was over when it was seeded is forgotten after the same time", arguments: ["completed", "no_show",
                                                                                                                 "cancelled"])
    func seeded(status: String) throws {
        let studio = try Studio()
        try studio.shard.receive(ImportAppointment(id: 7, providerId: "1", customerName: "Zebedee Quixotic",
                                                   customerEmail: "zebedee@quixotic.example",
                                                   customerDocument: studio.shard.sealed("32456789").decoded(as: SealedValue.self),
                                                   customerPhone: "+541143219876", description: "Rosa", startsAt: Studio.now - .days(30),
                                                   durationMinutes: 120, status: status, createdAt: Studio.now - .days(40)))
        func name() throws -> JSONValue? {
            try studio.shard.ask(AppointmentDetails.self, ["appointmentId": "7"], as: Studio.provider).json["clientName"]
        }
        try studio.advance(.days(700))
        #expect(try name() == "Zebedee Quixotic")
        try studio.advance(.days(1))
        #expect(try name() == "Cliente eliminado")
    }

    @Test("""
        An artist who leaves takes the clients along: those of the past at once, those whose appointment is cancelled by it once their \
        page is over
        """)
    func provider() throws {
        let studio = try Studio(["location": "Gurruchaga 1450, Zebedee"])
        _ = try book(link(studio), tuesday10, studio)
        try studio.advance(.days(5))
        let ahead = try book(link(studio), "2026-12-03T13:00:00Z", studio)
        try wait(studio.link(), studio)
        #expect(try studio.post(AddOverride.type, ["kind": "closed", "startDate": "2026-12-20", "reason": "Quixotic"]).status == 201)
        try studio.shard.markSeen()
        try studio.shard.receive(UserErased(userId: "1"))
        try studio.advance(.seconds(1))
        // The customer can still read the appointment and gets the notification.
        #expect(try studio.shard.ask(AppointmentForCustomer.self, ["manageToken": .string(ahead)]).json["status"] == "cancelled")
        #expect(try studio.mails().map(\.template) == ["appointment-cancelled"])
        #expect(try studio.shard.published(ForgetNamed.self).map(\.named).contains("appointment/1"))
        try studio.advance(.days(40))
        #expect(try known(studio) == [])
    }

    private static let image: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0, 0xFF, 0xD9]
    private func picture(link: Int, _ studio: Studio) throws {
        let part: JSONValue = ["upload": .string("upload-\(link)"), "index": 0, "isLast": true,
                               "bytes": .string(Base64URL.encode(Self.image))]
        #expect(try studio.post(AddPhotoToLink.type, ["linkId": .string(String(link)), "part": part]).status == 201)
    }

    @Test("An artist leaves on the evening of an appointment: it took place, and its client is forgotten at once (12, review)")
    func evening() throws {
        let studio = try Studio()
        let manage = try book(link(studio), tuesday10, studio)
        try studio.advance(.days(3) + .hours(10))
        #expect(try studio.shard.ask(AppointmentForCustomer.self, ["manageToken": .string(manage)]).json["status"] == "confirmed")
        try studio.shard.receive(UserErased(userId: "1"))
        try studio.advance(.seconds(1))
        let kept = try studio.shard.ask(AppointmentDetails.self, ["appointmentId": "1", "artistId": "1"], as: Studio.admin).json
        #expect(kept["status"] == "completed")
        #expect(try known(studio) == [])
    }

    @Test("An artist's links go with their pictures, used, revoked or open (12, review)")
    func pictures() throws {
        let studio = try Studio()
        for number in 1...3 {
            _ = try link(studio)
            try picture(link: number, studio)
        }
        #expect(try studio.post(RevokeBookingLink.type, ["linkId": "2"]).status == 204)
        #expect(try studio.shard.count(of: "photo") == 3 && studio.shard.count(of: "file") == 1)
        try studio.shard.receive(UserErased(userId: "1"))
        #expect(try studio.shard.count(of: "photo") == 0 && studio.shard.count(of: "file") == 0)
        #expect(try known(studio) == [])
    }

    @Test("A link that ended without a booking is kept as long as an appointment that is over (12, review)")
    func endedLink() throws {
        let studio = try Studio()
        _ = try link(studio)
        try picture(link: 1, studio)
        try studio.advance(.days(730))
        #expect(try studio.shard.count(of: "photo") == 1)
        try studio.advance(.days(10))
        #expect(try studio.shard.count(of: "photo") == 0 && studio.shard.count(of: "file") == 0)
        #expect(try known(studio) == [])
        #expect(try studio.shard.timers().filter { $0.hasPrefix("booking-link") } == [])
    }

    @Test("""
        Clients of an artist who left are nobody's any more: the studio sees times without names, though a client still reads their own \
        page (12, review)
        """)
    func closedCalendar() throws {
        let studio = try Studio()
        let manage = try book(link(studio), thursday10, studio)
        try studio.shard.receive(UserErased(userId: "1"))
        let list = try studio.shard.ask(AppointmentsOfProvider.self, ["status": "cancelled"], as: Studio.admin).json["data"]?.array ?? []
        let one = try studio.shard.ask(AppointmentDetails.self, ["appointmentId": "1", "artistId": "1"], as: Studio.admin).json
        #expect(list.count == 1)
        for seen in list + [one] {
            #expect(seen["clientName"] == "Cliente eliminado" && seen["clientEmail"] == "" && seen["clientDni"] == ""
                && seen["clientPhone"] == "")
            #expect(seen["tattooDescription"] == "" && seen["cancelReason"] == "artist-erased" && seen["startsAt"]?.string == thursday10)
        }
        let found = try studio.shard.ask(AppointmentsOfProvider.self, ["status": "cancelled", "search": "quixotic"], as: Studio.admin).json
        #expect(found["data"]?.array == [])
        #expect(try studio.shard.ask(AppointmentForCustomer.self, ["manageToken": .string(manage)]).json["clientName"]
            == "Zebedee Quixotic")
    }

    @Test("What clients read after their artist has left names a deleted account instead of nobody")
    func nameOfErasedProvider() throws {
        let studio = try Studio()
        let booked = try studio.book(studio.link(deposit: 2_000_000), tuesday10, more: ["locale": "en"])
        let manage = try #require(booked.json["manageToken"])
        let intent = try #require(try studio.shard.published(CreateIntent.self).last)
        try studio.shard.receive(PaymentSucceeded(paymentId: intent.paymentId, orderId: intent.orderId, userId: intent.userId,
                                                  amount: intent.amount, currency: intent.currency, attempt: 1))
        try studio.shard.receive(UserErased(userId: "1"))
        func provider(_ template: String) throws -> JSONValue? {
            try studio.mails().last { $0.template == template }?.params["artist"]?["name"]
        }
        #expect(try provider("appointment-cancelled") == "Lucía Ferreyra")
        let refund = try #require(try studio.shard.published(RefundPayment.self).last)
        try studio.shard.receive(RefundSucceeded(refundId: refund.refundId, paymentId: refund.paymentId, orderId: refund.orderId,
                                                 amount: refund.amount, currency: refund.currency))
        #expect(try provider("deposit-refunded") == "a deleted account")
        func text(_ reply: Reply) -> String { String(decoding: reply.body, as: UTF8.self) }
        let file = text(try studio.shard.ask(AppointmentInvite.self, ["manageToken": manage]))
        #expect(file.contains("SUMMARY:Cita con a deleted account\r\n") && file.contains("ORGANIZER;CN=\"a deleted account\":"))
        #expect(text(try studio.shard.ask(PageOfAppointment.self, ["manageToken": manage])).contains("<bdi>una cuenta eliminada</bdi>"))
    }
}
