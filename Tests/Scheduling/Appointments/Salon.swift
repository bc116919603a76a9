import Contracts
import Kernel
import Messaging
import SchedulingAppointments
import SchedulingCalendars
import SchedulingService
import ServiceKit
import TestKit
import Testing

/// A scheduling shard of a hairdresser's app: another trade than the studio's, with the neutral names of fields.
struct Salon {
    let shard: ShardHarness<Scheduling>
    static let stylist = Principal.user("1", roles: ["stylist"])
    static let definition = TenantDefinition(
        tenant: "salon", name: "Salon", hosts: ["salon.example"], basePath: "/api", currency: .eur, timezone: "Europe/Madrid",
        languages: ["en", "es"],
        phonePrefix: "+34", sandbox: true, roles: ["stylist": ["calendars:own"]], plugins: ["scheduling": ["appointments"]],
        settings: ["scheduling": settings])
    static let settings: JSONValue = [
        "calendar": ["customerDocument": "ES"], "customerRetentionDays": 90, "providerReminderMinutes": [60],
        "appointments": ["title": ["en": "Haircut with {provider.name}"], "subject": ["en": "Haircut"], "host": ["en": "Stylist"]],
    ]

    init(_ definition: TenantDefinition = definition) throws {
        shard = try ShardHarness(Scheduling.self, definition: definition, now: Studio.now)
        var registered = UserRegistered(userId: "1", name: "Inés Vidal", roles: ["stylist"])
        registered.timezone = "Europe/Madrid"
        try shard.receive(registered)
        let week: [JSONValue] = (1...6).map { ["dayOfWeek": .int($0), "startTime": "09:00", "endTime": "18:00"] }
        #expect(try post(ReplaceWorkingHours.type, ["workingHours": .array(week)]).status == 200)
        try shard.markSeen()
    }
    @discardableResult
    func post(_ type: MessageType, _ body: JSONValue = [:], as principal: Principal? = stylist) throws -> Reply {
        try #require(try shard.send(raw: String(decoding: JSON.encode(body), as: UTF8.self), type: type, as: principal))
    }
    func link(_ more: [String: JSONValue] = [:]) throws -> Reply {
        try post(CreateBookingLink.type, .object(["description": "Cut and colour", "duration": 60].merging(more) { $1 }))
    }
    func book(_ token: String, _ start: String, _ more: [String: JSONValue] = [:]) throws -> Reply {
        let body: [String: JSONValue] = [
            "token": .string(token), "startsAt": .string(start), "customerName": "Ana Gil", "customerEmail": "ana@example.com",
            "customerDocument": try shard.sealed("12345678Z"),
        ]
        return try post(BookAppointment.type, .object(body.merging(more) { $1 }), as: nil)
    }
}
