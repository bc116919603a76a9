import Contracts
import Kernel
import Messaging
import SchedulingAppointments
import SchedulingCalendars
import SchedulingService
import ServiceKit
import TestKit
import Testing

/// A scheduling shard with one provider who works Tuesday to Saturday. Saturday 2026-11-21, 04:00 in Buenos Aires.
struct Studio {
    let shard: ShardHarness<Scheduling>
    static let now = Timestamp(secondsSinceEpoch: 1_795_244_400)
    static let provider = Principal.user("1", roles: ["artist"])
    static let admin = Principal.user("3", roles: ["admin"])
    static let zone = "America/Argentina/Buenos_Aires"
    static let definition = TenantDefinition(
        tenant: "studio", name: "Studio", hosts: ["api.studio.example"], basePath: "/api", currency: Currency("ARS") ?? .usd,
        timezone: zone, languages: ["es", "en"],
        phonePrefix: "+54", sandbox: true, roles: ["artist": ["calendars:own"], "admin": ["calendars:read"]],
        plugins: ["scheduling": ["booking-links"]],
        settings: ["scheduling": ["calendar": ["clientDocument": "AR"], "appointments": ["title": ["es": "Cita con {artist.name}"]]]])

    init(_ settings: JSONValue? = nil) throws {
        shard = try ShardHarness(Scheduling.self, definition: Self.definition, now: Self.now)
        var registered = UserRegistered(userId: "1", name: "Lucía Ferreyra", roles: ["artist"])
        registered.timezone = Self.zone
        try shard.receive(registered)
        let week = (2...6).flatMap { day -> [JSONValue] in
            [["dayOfWeek": .int(day), "startTime": "10:00", "endTime": "13:00"],
             ["dayOfWeek": .int(day), "startTime": "14:00", "endTime": "19:00"]]
        }
        #expect(try post(ReplaceWorkingHours.type, ["workingHours": .array(week)]).status == 200)
        if let settings { #expect(try post(ChangeSettings.type, settings).status == 200) }
        try shard.markSeen()
    }

    /// A command of the provider, or of somebody else.
    @discardableResult
    func post(_ type: MessageType, _ body: JSONValue = [:], as principal: Principal? = provider, id: String? = nil) throws -> Reply {
        try #require(try shard.send(raw: String(decoding: JSON.encode(body), as: UTF8.self), type: type, as: principal, id: id))
    }
    func guest(_ type: MessageType, _ body: JSONValue = [:], id: String? = nil) throws -> Reply { try post(type, body, as: nil, id: id) }

    /// The token of a new link.
    func link(_ minutes: Int = 120, deposit: Int? = nil) throws -> String {
        var body: [String: JSONValue] = ["description": "Peonía en el antebrazo", "duration": .int(minutes)]
        if let deposit { body["deposit"] = ["amount": .int(deposit), "currency": "ARS"] }
        let reply = try post(CreateBookingLink.type, .object(body))
        #expect(reply.status == 201)
        return try #require(reply.json["token"]?.string)
    }
    func customer(_ more: [String: JSONValue] = [:], dni: String = "32.456.789") throws -> JSONValue {
        let body: [String: JSONValue] = ["clientName": "Carla Medina", "clientEmail": "carla.medina@EXAMPLE.com",
                                         "clientDni": try shard.sealed(dni)]
        return .object(body.merging(more) { $1 })
    }
    /// Books a start without a hold.
    func book(_ token: String, _ start: String, more: [String: JSONValue] = [:], id: String? = nil) throws -> Reply {
        try guest(BookAppointment.type, customer(["token": .string(token), "startsAt": .string(start)].merging(more) { $1 }), id: id)
    }
    /// The manage token of a fresh appointment.
    func booked(_ start: String, minutes: Int = 120) throws -> String {
        let reply = try book(link(minutes), start)
        #expect(reply.status == 201)
        return try #require(reply.json["manageToken"]?.string)
    }
    func mails() throws -> [SendToContact] {
        let sent = try shard.published(SendToContact.self)
        return sent
    }
    func advance(_ duration: Duration) throws { try shard.advance(by: duration) }
}

extension Reply {
    var slug: String? { json["slug"]?.string }
    func member(_ name: String) -> JSONValue? { json["members"]?[name] }
    var fields: Set<String> { Set((json["errors"]?.object ?? [:]).keys) }
}
