import Contracts
import GRDB
import Kernel
import Messaging
import SchedulingAppointments
import SchedulingService
import TestKit
import Testing

@Suite("Identity numbers are readable by their artist, and nowhere on the way (12.F6)")
struct IdentityNumberTests {
    private static let number = "32456789"

    /// The columns of all tables that contain the text.
    private func leaks(_ studio: Studio, _ trace: String) throws -> [String] { try studio.shard.columns(holding: trace) }

    @Test("What the artist is answered travels sealed, and no table holds the number in clear")
    func answers() throws {
        let studio = try Studio()
        let manage = try studio.booked(tuesday10)
        let made = try studio.post(CreateAppointment.type, ["clientName": "Joaquín Sosa", "clientDni": studio.shard.sealed(Self.number),
                                                            "tattooDescription": "Rosa",
                                                            "startsAt": .string(thursday10), "durationMinutes": 60], id: "by-hand")
        #expect(made.status == 201 && made.json["clientDni"] == "32456789" && made.isSecret)
        let edited = try studio.post(EditAppointment.type, ["appointmentId": "1", "artistNotes": "línea fina"])
        let moved = try studio.post(RescheduleAppointment.type, ["appointmentId": "1", "startsAt": .string(wednesday10)])
        let cancelled = try studio.post(CancelAppointment.type, ["appointmentId": "2"])
        try studio.advance(.days(5))
        let finished = try studio.post(SetAppointmentStatus.type, ["appointmentId": "1", "status": "completed"])
        for reply in [edited, moved, cancelled, finished] {
            #expect(reply.status == 200 && reply.isSecret && reply.json["clientDni"] == "32456789")
        }
        let list = try studio.shard.ask(AppointmentsOfProvider.self, ["status": "completed"], as: Studio.provider)
        let groups = try studio.shard.ask(AppointmentsOfProvider.self, ["status": "completed", "group": "date"], as: Studio.provider)
        let one = try studio.shard.ask(AppointmentDetails.self, ["appointmentId": "1"], as: Studio.provider)
        for reply in [list, groups, one] { #expect(reply.isSecret && reply.cacheControl == "private, no-cache") }
        #expect(list.json["data"]?.array?.first?["clientDni"] == "32456789" && one.json["clientDni"] == "32456789")
        // The customer sees only the last digits.
        #expect(try studio.shard.ask(AppointmentForCustomer.self, ["manageToken": .string(manage)]).json["clientDni"] == "*****789")
        #expect(try leaks(studio, Self.number) == [] && leaks(studio, "32.456.789") == [])
        // A repeated request gets the same answer, which is stored encrypted.
        let again = try studio.post(CreateAppointment.type, ["clientName": "x"], id: "by-hand")
        #expect(again.json["clientDni"] == "32456789")
    }

    @Test("Numbers that an older release kept in clear are encrypted when the shard starts, and read as before")
    func older() throws {
        let studio = try Studio()
        _ = try studio.booked(tuesday10)
        let shard = studio.shard
        try shard.file.pool.write {
            try $0.execute(sql: "UPDATE appointment SET client_document = ? WHERE id = 1", arguments: [Self.number])
        }
        #expect(try leaks(studio, Self.number) == ["appointment.client_document"])
        let applier = ShardApplier(service: Scheduling.name, table: Scheduling.handlerTable(),
                                   secret: ServiceSecret(Array(repeating: 7, count: 32)))
        try shard.file.pool.write { try applier.begin($0, reload: true) }
        #expect(try leaks(studio, Self.number) == [])
        #expect(try shard.ask(AppointmentDetails.self, ["appointmentId": "1"], as: Studio.provider).json["clientDni"] == "32456789")
    }

    @Test("A seeded number comes sealed and is kept encrypted")
    func imported() throws {
        let studio = try Studio()
        let document = try studio.shard.sealed(Self.number).decoded(as: SealedValue.self)
        let start = try #require(Timestamp(wednesday10))
        try studio.shard.receive(ImportAppointment(id: 40, providerId: "1", customerName: "Carla Medina",
                                                   customerEmail: "carla@example.com", customerDocument: document, customerPhone: "",
                                                   description: "Rosa", startsAt: start, durationMinutes: 120, status: "confirmed",
                                                   createdAt: Studio.now))
        #expect(try studio.shard.ask(AppointmentDetails.self, ["appointmentId": "40"], as: Studio.provider).json["clientDni"] == "32456789")
        #expect(try leaks(studio, Self.number) == [])
        #expect(!studio.shard.log.contains { String(decoding: $0.value ?? [], as: UTF8.self).contains(Self.number) })
    }
}
