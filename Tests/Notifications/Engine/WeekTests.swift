import Contracts
import Kernel
import Messaging
import NotificationPolicy
import NotificationsAdministration
import NotificationsPreferences
import NotificationsService
import Testing
import TestKit

@Suite("A week")
struct WeekTests {
    private static let people = 50
    private struct Plan {
        let person: Int
        let type: String
        let at: Timestamp
        let facts: Facts
        let subject: String
    }
    private static let kinds: [(type: String, relation: String)] = [
        ("tickets-low", "favorited"), ("friend-attending", "friend"), ("event-venue-changed", "ticket_holder"),
        ("event-time-changed", "ticket_holder"),
        ("refund-processed", "buyer"), ("ticket-purchased", "buyer"), ("new-event-from-followed", "follows_organizer"),
        ("event-reminder", "ticket_holder"),
        ("ticket-sold", "organizer"), ("low-inventory", "organizer"), ("milestone", "organizer"), ("promotion", "buyer"),
        ("recommendations", "buyer"),
        ("payment-pending", "buyer"), ("waitlist-offer", "buyer"),
    ]

    /// Twelve messages for each of fifty people, at odd minutes of the week, none at the same time for one person.
    private func plans(_ monday: Timestamp) -> [Plan] {
        var numbers = SeededNumbers(seed: 2026)
        var plans: [Plan] = []
        for person in 0..<Self.people {
            var minutes: Set<Int> = []
            while minutes.count < 12 { minutes.insert(numbers.number(0...(7 * 1440 - 1))) }
            for minute in minutes.sorted() {
                let at = monday + .minutes(minute) + .seconds(person)
                let kind = numbers.one(of: Self.kinds)
                let start = at + .hours(numbers.number(3...120))
                let subject = "e\(numbers.number(1...3))"
                var facts = Facts(
                    ["relations": [.string(kind.relation)],
                     "event": ["id": .string(subject), "title": "Summit", "startDate": .string(start.description),
                                                                                   "endDate": .string((start + .hours(4)).description),
                                                                                   "status": "published"]])
                if kind.type.hasSuffix("-changed") {
                    facts.set("changed", [.string(kind.type == "event-venue-changed" ? "venue" : "time")])
                }
                if kind.type == "event-reminder" { facts.set("offset", .string(numbers.one(of: ["P1D", "PT2H"]))) }
                if kind.type == "recommendations" { facts.set("items", ["evt_2"]) }
                facts.set("offer", ["endsAt": "2026-12-31T20:00:00Z", "expiresAt": .string((at + .hours(3)).description)])
                facts.set("order", ["holdExpiresAt": .string((at + .hours(9)).description)])
                plans.append(Plan(person: person, type: kind.type, at: at, facts: facts, subject: subject))
            }
        }
        return plans.sorted { ($0.at, $0.person) < ($1.at, $1.person) }
    }
    private func roles(_ person: Int) -> [String] { person % 5 == 0 ? ["attendee", "organizer"] : ["attendee"] }
    private func preferences(_ person: Int) -> [String: JSONValue] {
        switch person % 7 {
        case 1: ["quietHours": ["from": "20:00", "to": "09:00"]]
        case 2: ["categories": ["marketing": ["push": true]]]
        case 3: ["quietHours": ["enabled": false], "timezone": "Europe/London"]
        case 4: ["enabled": false]
        default: [:]
        }
    }

    /// The recorded decisions for a person, sorted.
    private func decisions(of person: String, _ scene: EventPassScene) throws -> [String] {
        let parameters: JSONValue = ["recipientId": .string(person), "perPage": 100]
        let records = try scene.shard.ask(DecisionRecords.self, parameters, as: EventPassScene.dora).json["data"]?.array ?? []
        return records.map { record in
            let words = ["at", "type", "decision", "until"].map { record[$0]?.string ?? "" }
            return "\(words.joined(separator: " ")) \(record["reasons"]?.array?.compactMap(\.string) ?? [])"
        }.sorted()
    }

    @Test("Every decision of a week for fifty people is what the simulator says, second by second")
    func week() throws {
        let scene = try EventPassScene(now: EventPassScene.monday)
        let policy = try SpecPolicies.policy("eventpass")
        let monday = EventPassScene.monday + .hours(2)
        for person in 0..<Self.people {
            try scene.register("w-\(person)", roles: roles(person))
            if person % 3 != 0 {
                try scene.shard.receive(
                    PushTokenChanged(sessionId: "s-w-\(person)", userId: User.ID("w-\(person)"), pushToken: "d-\(person)"))
            }
            if !preferences(person).isEmpty {
                let reply = try scene.shard.send(SetPreferences(document: preferences(person)),
                                                 as: .user("w-\(person)", roles: roles(person)))
                #expect(reply?.status == 200)
            }
        }
        let registered = scene.shard.now
        let plans = plans(monday)
        for (number, plan) in plans.enumerated() {
            if plan.at > scene.shard.now { try scene.shard.advance(by: plan.at - scene.shard.now) }
            // Each has its own key, as in the simulation: with the type's key some of them would be duplicates.
            let tried = TryNotification(kind: plan.type, recipientId: User.ID("w-\(plan.person)"), about: plan.subject,
                                        facts: plan.facts.members, dedupeKey: "plan-\(number)")
            let reply = try scene.shard.send(tried, as: EventPassScene.dora)
            #expect(reply?.status == 201)
        }
        let end = monday + .days(16)
        try scene.shard.advance(by: end - scene.shard.now)
        var compared = 0
        for person in 0..<Self.people {
            let mine = plans.filter { $0.person == person }
            var recipient = DecisionRecipient(id: "w-\(person)",
                                              zone: try TimeZoneRules.named(person % 7 == 3 ? "Europe/London" : EventPassScene.zone),
                                              roles: roles(person),
                                              createdAt: registered, lastActivityAt: registered,
                                              reach: person % 3 == 0 ? [.email] : [.push, .email])
            var form = PreferenceForm(Preferences(), policy: policy, roles: roles(person), zone: EventPassScene.zone, locale: "en",
                                      now: registered)
            form.take(preferences(person))
            recipient.preferences = form.preferences
            let simulation = Simulation(policy, recipient: recipient)
            let tried = mine.enumerated().map { index, plan in
                Simulation.Planned(Candidate(id: "c\(index)", type: plan.type, recipientId: recipient.id, at: plan.at,
                                             subject: plan.subject, facts: plan.facts), evaluateAt: plan.at)
            }
            // The one message nobody has to try: a day after somebody has come.
            let welcome = Candidate(id: "w", type: "getting-started", recipientId: recipient.id, at: registered + .days(1))
            try simulation.run(tried + [.init(welcome, evaluateAt: welcome.at)], until: end)
            let expected = simulation.lines.map {
                """
                    \($0.at.wholeSeconds) \($0.type) \($0.decision.name) \($0.decision.until?.wholeSecondsUp.description ?? "") \
                    \($0.decision.reasons)
                    """
            }.sorted()
            #expect(try decisions(of: recipient.id, scene) == expected, "person \(person)")
            compared += expected.count
        }
        #expect(compared >= plans.count)
        #expect(try scene.shard.deadLetters().isEmpty)
    }
}
