import Contracts
import Kernel
import NotificationPolicy
import NotificationsEngine
import NotificationsService
import ServiceKit
import SoukPlatform

/// How many messages a second the policy of EventPass decides on one core, and what a burst does to the shard:
/// notifications' own handlers over records in memory, into a scratch file.
package struct DecisionMeasure {
    private static let people = 5_000
    private static let updates = 5_000
    private static let questions = 20_000
    private let definition: TenantDefinition
    private let settings: JSONValue

    /// - Parameter definition: EventPass, whose policy is measured.
    package init(_ definition: TenantDefinition) {
        self.definition = definition
        settings = definition.policySettings
    }

    package func run() throws -> BenchReport.Decisions {
        // A Wednesday at noon: nothing is quiet.
        guard let noon = Timestamp("2026-11-25T09:00:00Z") else { throw Installation.Invalid(description: "no such time") }
        let rules = try rulesPerSecond(noon)
        let shard = try MeasuredShard<Notifications>(definition, named: "decisions", now: noon - .days(30))
        defer { shard.close() }
        let users = (0..<Self.people).map { User.ID(DemoID.user($0)) }
        try shard.apply(
            users.map {
                UserRegistered(userId: $0, name: "Somebody \($0)", email: "\($0)@example.com", roles: ["attendee"],
                               registeredAt: noon - .days(90))
            }, at: noon - .days(20))
        try shard.apply(users.map { PushTokenChanged(sessionId: "s-\($0)", userId: $0, pushToken: "device-\($0)") }, at: noon - .days(20))
        let tickets = users.map { IssuedTicket(ticketId: TicketID("t-\($0)"), ticketTypeId: "tt", holderId: $0, serial: "S") }
        try shard.apply(
            [TicketsIssued(orderId: "o-1", eventId: "e-1", userId: users[0], event: event(1, "e-1", noon), tickets: tickets,
                           imported: true)], at: noon - .days(20))
        // One change of venue, for everybody who holds a ticket.
        try shard.apply([EventUpdated(eventId: "e-1", event: event(2, "e-1", noon), changed: ["venue"], notifyHolders: true)], at: noon)
        let slices = Self.people / ContinueAnnouncement.sliceMax
        // Each is set by a timer of the one before, so each is a transaction of its own.
        let spent = try (0..<slices).reduce(0) { spent, _ in try spent + shard.apply([ContinueAnnouncement()], at: noon) }
        let taken = try shard.apply((0..<Self.updates).map { n in
            EventUpdated(eventId: EventID("u-\(n)"), event: event(2, EventID("u-\(n)"), noon), changed: ["venue"], notifyHolders: true)
        }, at: noon)
        return BenchReport.Decisions(rulesPerSecond: rules, decidedPerSecond: Double(Self.people) / spent,
                                     sliceMilliseconds: spent * 1000 / Double(slices), updatesPerSecond: Double(Self.updates) / taken)
    }

    private func rulesPerSecond(_ noon: Timestamp) throws -> Double {
        let policy = NotificationPolicy.read(settings, zone: definition.timezone, languages: definition.languages,
                                             vocabulary: Notifications.installed.vocabulary).policy
        let type = "tickets-low"
        guard policy.types[type] != nil else { throw Installation.Invalid(description: "eventpass sends no \(type)") }
        let recipient = DecisionRecipient(id: "john", isKnown: true, zone: try TimeZoneRules.named(definition.timezone),
                                          roles: ["attendee"], createdAt: noon - .days(90),
                                          lastActivityAt: noon - .days(1), ticketsLast30Days: 0, maxTravelKm: 25, reach: [.push, .email],
                                          preferences: Preferences())
        let history = History(sent: (0..<20).map {
            History.Sent(type: "friend-attending", sentAt: noon - .hours(30 + 12 * $0), subject: "e-\($0)")
        })
        let start = (noon + .days(3)).description, end = (noon + .days(3) + .hours(4)).description
        let facts = Facts(
            ["relations": ["favorited"],
             "event": ["id": "e-1", "startDate": .string(start), "endDate": .string(end), "status": "published"]])
        let started = ContinuousClock.now
        var sent = 0
        for n in 0..<Self.questions {
            // By day and by night: half of them must look for the next instant that is not quiet.
            let now = noon + .seconds(n * 13 % 86_400)
            let candidate = Candidate(id: "c", type: type, recipientId: "john", at: now, subject: "e-1", facts: facts)
            if Deciding.decide(candidate, history, recipient, policy, now: now).kind == .send { sent += 1 }
        }
        guard sent > 0, sent < Self.questions else { throw Installation.Invalid(description: "\(sent) of \(Self.questions) were sent") }
        return Double(Self.questions) / (ContinuousClock.now - started).inSeconds
    }

    private func event(_ version: Int, _ id: EventID, _ noon: Timestamp) -> TicketEvent {
        TicketEvent(eventId: id, organizerId: "bob", organizerName: "Bob Events", title: "Kampala Tech Summit", category: "technology",
                    status: "published",
                    startDate: noon + .days(3), endDate: noon + .days(3) + .hours(8),
                    venue: Venue(name: "Hall \(version)", address: nil, city: "Kampala", latitude: 0.3, longitude: 32.6),
                    posterUrl: nil, ageRestriction: nil, ticketTypes: [], refundPolicy: .init(type: "until", hoursBefore: 24),
                    transferable: true, reEntry: false, doorsOpenMinutes: 180, version: version)
    }
}
