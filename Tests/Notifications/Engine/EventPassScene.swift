import Contracts
import Kernel
import Messaging
import NotificationsAdministration
import NotificationsDelivery
import NotificationsFeed
import NotificationsService
import ServiceKit
import TestKit

/// A notifications shard with the policy of `deploy/tenants/eventpass.yml`. John and Alice attend, Bob organizes, Dora develops.
struct EventPassScene {
    let shard: ShardHarness<Notifications>
    static let zone = "Africa/Kampala"
    /// Monday 2026-11-23 10:00 in Kampala.
    static let monday = Timestamp(secondsSinceEpoch: 1_795_417_200)
    static let john = Principal.user("john", roles: ["attendee"])
    static let alice = Principal.user("alice", roles: ["attendee"])
    static let bob = Principal.user("bob", roles: ["organizer"])
    static let dora = Principal.user("dora", roles: ["developer"])

    static func definition(_ change: (inout JSONValue) -> Void = { _ in }) throws -> TenantDefinition {
        var settings = try SpecPolicies.settings("eventpass")
        change(&settings)
        return TenantDefinition(tenant: "eventpass", name: "EventPassUG", hosts: ["api.eventpass.ug"], currency: .ugx, timezone: zone,
                                languages: ["en"], sandbox: true,
                                roles: ["attendee": [], "organizer": [], "developer": ["notifications:manage"]],
                                plugins: ["notifications": ["in-app", "push", "email", "sms"]], settings: ["notifications": settings])
    }

    init(_ definition: TenantDefinition? = nil, now: Timestamp = Self.monday) throws {
        shard = try ShardHarness(Notifications.self, definition: definition ?? Self.definition(), now: now - .days(60))
        for (id, roles) in [("john", ["attendee"]), ("alice", ["attendee"]), ("bob", ["organizer"]), ("dora", ["developer"])] {
            try register(id, roles: roles)
        }
        try shard.receive(PushTokenChanged(sessionId: "s-john", userId: "john", pushToken: "device-john"))
        try shard.receive(PushTokenChanged(sessionId: "s-bob", userId: "bob", pushToken: "device-bob"))
        try shard.advance(by: .days(60))
        for id in ["john", "alice", "bob", "dora"] { try shard.receive(SessionRefreshed(sessionId: "s-\(id)", userId: User.ID(id))) }
        try shard.markSeen()
    }
    func register(_ id: String, roles: [String]) throws {
        try shard.receive(UserRegistered(userId: User.ID(id), name: id, email: "\(id)@example.com", roles: roles))
    }

    /// To a local time of the clock on the wall: `Wed 22:10` of that week or later.
    func go(to weekday: Int, _ hour: Int, _ minute: Int = 0) throws {
        guard let monday = CalendarDate("2026-11-23") else { return }
        let target = try TimeZoneRules.named(Self.zone)
            .instant(of: monday.adding(days: weekday - 1), secondOfDay: hour * 3600 + minute * 60)
        if target > shard.now { try shard.advance(by: target - shard.now) }
    }

    /// One candidate through the pipeline.
    @discardableResult
    func attempt(_ type: String, _ who: Principal = Self.john, subject: String? = "e1", relations: [String] = [],
                 facts: [String: JSONValue] = [:], dedupeKey: String? = nil) throws -> JSONValue {
        var facts = facts
        if !relations.isEmpty { facts["relations"] = .array(relations.map { .string($0) }) }
        let reply = try shard.send(TryNotification(kind: type, recipientId: who.userID, about: subject, facts: facts, dedupeKey: dedupeKey),
                                   as: Self.dora)
        return reply?.json ?? .null
    }
    /// Without the welcome everybody got weeks ago.
    func feed(_ who: Principal = Self.john) throws -> [JSONValue] {
        (try shard.ask(NotificationsOfUser.self, [:], as: who).json["data"]?.array ?? []).filter { $0["type"] != "getting-started" }
    }
    func outbox(_ channel: String? = nil) throws -> [JSONValue] {
        let sent = try shard.ask(DevelopmentOutbox.self, channel.map { ["channel": .string($0)] } ?? [:]).json["data"]?.array ?? []
        return sent.filter { $0["template"] != "getting-started" }
    }
    /// Evaluations of one item: `delay`, `send`.
    func decisions(of id: JSONValue?, _ who: Principal = Self.john) throws -> [String] {
        try shard.ask(DecisionsOfNotification.self, ["notificationId": id ?? ""], as: who)
            .json["data"]?.array?.compactMap { $0["decision"]?.string } ?? []
    }
    static func event(_ id: EventID = "e-1", version: Int = 1, start: Timestamp = monday + .days(5), organizer: User.ID = "bob",
                      city: String = "Kampala", address: String? = nil, latitude: Double = 0, hours: Int = 4,
                      refundHours: Int? = nil) -> TicketEvent {
        TicketEvent(eventId: id, organizerId: organizer, organizerName: "Bob Events", title: "Tech Summit \(id)", category: "technology",
                    status: "published",
                    startDate: start, endDate: start + .hours(hours),
                    venue: Venue(name: "Serena", address: address, city: city, latitude: latitude, longitude: 0), posterUrl: nil,
                    ageRestriction: nil, ticketTypes: [],
                    refundPolicy: .init(type: refundHours == nil ? "none" : "until", hoursBefore: refundHours), transferable: true,
                    reEntry: false, doorsOpenMinutes: 180, version: version)
    }
    /// As the service keeps them of that event.
    static func eventFacts(_ event: TicketEvent = event()) -> [String: JSONValue] {
        ["event": ["id": .string(event.eventId.rawValue), "title": .string(event.title), "startDate": .string(event.startDate.description),
                   "endDate": .string(event.endDate.description), "status": "published"], "venue": ["place": "Serena, Kampala"]]
    }
    func issue(_ users: [User.ID], order: OrderID = "o-1", event: TicketEvent = event()) throws {
        let tickets = users.enumerated().map {
            IssuedTicket(ticketId: TicketID("\(order)-\($0.offset)"), ticketTypeId: "tt", holderId: $0.element, serial: "S")
        }
        try shard.receive(TicketsIssued(orderId: order, eventId: event.eventId, userId: users[0], event: event, tickets: tickets))
    }
}
