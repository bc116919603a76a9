import Kernel
import NotificationPolicy
import NotificationsService
import Testing

/// Dry runs of the specification's EventPass policy for John in Kampala; times are UTC (Kampala is three hours ahead).
private struct DryRun {
    static let event: JSONValue = ["id": "evt_1", "startDate": "2026-11-28T16:00:00Z", "endDate": "2026-11-28T20:00:00Z",
                                   "status": "published"]
    var preferences: JSONValue = [:]
    var history: JSONValue = []
    var changes: JSONValue = []
    var patch: JSONValue = .null
    var to: JSONValue = .null

    static func candidate(_ ref: String, _ type: String, _ at: String, evaluated: String? = nil, key: String? = nil,
                          subject: String = "evt_1", relation: String? = nil, facts: [String: JSONValue] = [:]) -> JSONValue {
        var all: [String: JSONValue] = ["event": event]
        if let relation { all["relations"] = [.string(relation)] }
        for (name, value) in facts { all[name] = value }
        return ["ref": .string(ref), "type": .string(type), "at": .string(at), "evaluateAt": .string(evaluated ?? at),
                "subject": .string(subject), "dedupeKey": key.map { .string($0) } ?? .null, "facts": .object(all)]
    }
    static func refund(_ ref: String, _ at: String, evaluated: String? = nil, key: String? = nil) -> JSONValue {
        candidate(ref, "refund-processed", at, evaluated: evaluated, key: key, subject: ref)
    }
    /// `c1 2026-11-25T07:00:00Z send`, `… delay 2026-…Z: quiet_hours`.
    func run(_ candidates: JSONValue) throws -> [String] {
        let body: JSONValue = [
            "recipient": ["zone": "Africa/Kampala", "roles": ["attendee"], "createdAt": "2026-01-10T09:00:00Z",
                          "lastActivityAt": "2026-11-24T09:00:00Z", "reach": ["push": true, "email": true]],
            "preferences": preferences, "history": history, "changes": changes, "policy": patch, "to": to, "candidates": candidates,
        ]
        let answer = try SimulationRequest(body, policy: try SpecPolicies.policy("eventpass"),
                                           settings: try SpecPolicies.settings("eventpass"), zone: "UTC").run()
        return (answer["decisions"]?.array ?? []).map { line in
            let words = ["ref", "at", "decision", "into", "until"].compactMap { line[$0]?.string }
            let reasons = line["reasons"]?.array?.compactMap(\.string) ?? []
            return words.joined(separator: " ") + (reasons == ["ok"] ? "" : ": " + reasons.joined(separator: " "))
        }
    }
}

@Suite("Rules of the policy that were settled late")
struct ClarifiedRulesTests {
    @Test("News that names no end is worth telling for seven days, to the second (12.F22)", arguments: [
        ("2026-11-18T09:00:00Z", "send"), ("2026-11-18T08:59:59Z", "drop: expired"), ("2026-09-26T09:00:00Z", "drop: expired"),
    ])
    func lifetime(at: String, decision: String) throws {
        let now = "2026-11-25T09:00:00Z"
        for type in ["payment-failed", "support-reply", "refund-processed"] {
            let old = DryRun.candidate("c", type, at, evaluated: now)
            #expect(try DryRun().run([old]) == ["c \(now) \(decision)"], "\(type)")
        }
        // Without the fact that a time refers to, the default applies.
        var low = DryRun.candidate("c", "tickets-low", at, evaluated: now)
        if case .object(var members) = low { members["facts"] = ["relations": ["favorited"]]; low = .object(members) }
        #expect(try DryRun().run([low]) == ["c \(now) \(decision)"])
    }

    @Test("Of one category and one instant the nearer deadline goes first, and who names none has seven days (12.F22)")
    func tiesWithoutDeadline() throws {
        let now = "2026-11-25T09:00:00Z"
        // Both are informational: one type names thirty days, the other none, which means seven.
        let run = DryRun(patch: ["categories": ["informational": ["caps": ["day": 9, "week": 9]]]])
        let lines = try run.run([DryRun.candidate("a", "new-feature", now), DryRun.candidate("b", "getting-started", now)])
        #expect(lines.first == "b \(now) send" && lines.dropFirst().first == "a \(now) delay 2026-11-25T09:30:00Z: spacing")
    }

    @Test("Where windows leave no instant, what the type does when it is late decides (12.F23)")
    func swallowed() throws {
        // 22:00 in Kampala is 19:00Z. The user's quiet hours 09:00–23:00 cover the whole slot from 10:00 to 22:00.
        let quiet: JSONValue = ["quietHours": ["from": "09:00", "to": "23:00"]]
        let reminder = DryRun.candidate("c", "event-reminder", "2026-11-27T16:00:00Z", relation: "ticket_holder", facts: ["offset": "P1D"])
        #expect(
            try DryRun(preferences: quiet).run([reminder]) == ["c 2026-11-27T16:00:00Z email_instead: would_be_too_late quiet_hours slot"])
        // The promotion's Thursday evenings lie inside the quiet hours, too, and late offers are dropped.
        let offer = DryRun.candidate("c", "promotion", "2026-11-25T09:00:00Z", facts: ["offer": ["endsAt": "2026-12-31T20:00:00Z"]])
        let wanting: JSONValue = ["quietHours": ["from": "09:00", "to": "23:00"], "categories": ["marketing": ["push": true]]]
        #expect(
            try DryRun(preferences: wanting).run([offer]) == ["c 2026-11-25T09:00:00Z drop: would_be_too_late quiet_hours marketing_slot"])
        // A digest has no `late`, so the decision does not change.
        let news = DryRun.candidate("c", "new-event-from-followed", "2026-11-25T06:00:00Z", relation: "follows_organizer")
        let early: JSONValue = ["quietHours": ["from": "09:30", "to": "23:00"]]
        #expect(try DryRun(preferences: early).run([news]) == ["c 2026-11-25T06:00:00Z feed_only: scheduled_digest no_window"])
    }

    @Test("Change after change does not put the one message about them off past its deadline (12.F24)")
    func changing() throws {
        // Starts at 20:00 in Kampala (17:00Z); the deadline is two hours before.
        let event: JSONValue = ["id": "evt_1", "startDate": "2026-11-25T17:00:00Z", "endDate": "2026-11-25T20:00:00Z",
                                "status": "published"]
        func change(_ ref: String, _ at: String) -> JSONValue {
            DryRun.candidate(ref, "event-time-changed", "2026-11-25T\(at):00Z", relation: "ticket_holder",
                             facts: ["changed": ["time"], "event": event])
        }
        let sent: JSONValue = .array(
            ["06:00", "08:00", "09:00"].map {
                ["type": "event-updated", "sentAt": .string("2026-11-25T\($0):00Z"), "subject": "evt_1", "changed": ["venue"]]
            })
        let times = ["14:30", "14:40", "14:50", "15:00", "15:10", "15:20"]
        let lines = try DryRun(history: sent).run(.array(times.enumerated().map { change("c\($0.offset)", $0.element) }))
        // The first digest was due at the deadline and stays there; later changes go into a second digest.
        #expect(lines.filter { $0.contains(" digest ") }.map { String($0.suffix(60)) }
            .allSatisfy { $0.contains("event_update_limit would_be_too_late") })
        #expect(lines.filter { $0.hasPrefix("digest:event-updates") && $0.hasSuffix(" send") } == [
            "digest:event-updates 2026-11-25T15:00:00Z send", "digest:event-updates 2026-11-25T15:25:00Z send",
        ], "\(lines)")
    }

    @Test("A second change of facts keeps what the first one changed (12.F29)")
    func factChanges() throws {
        let held = DryRun.candidate("c", "event-venue-changed", "2026-11-25T20:00:00Z", relation: "ticket_holder",
                                    facts: ["changed": ["venue"]])
        let changes: JSONValue = [
            ["at": "2026-11-25T21:00:00Z", "ref": "c", "facts": ["event": ["startDate": "2026-11-26T05:00:00Z"]]],
            ["at": "2026-11-25T20:30:00Z", "ref": "c", "facts": ["relations": []]],
        ]
        // The holder returns the ticket before the event moves so close that a notification would be sent at once.
        #expect(try DryRun(changes: changes).run([held]) == [
            "c 2026-11-25T20:00:00Z delay 2026-11-26T04:00:00Z: quiet_hours", "c 2026-11-25T20:30:00Z drop: not_relevant",
        ])
        let waiting: JSONValue = [["at": "2026-11-25T18:00:00Z", "ref": "c", "facts": ["changed": ["time"]]],
                                  ["at": "2026-11-25T19:00:00Z", "ref": "c", "facts": ["event": ["status": "cancelled"]]]]
        let later = DryRun.candidate("c", "event-venue-changed", "2026-11-25T20:00:00Z", relation: "ticket_holder", facts: ["changed": []])
        #expect(try DryRun(changes: waiting).run([later]) == ["c 2026-11-25T20:00:00Z drop: event_cancelled"])
        let first: JSONValue = [["at": "2026-11-25T18:00:00Z", "ref": "c", "facts": ["changed": ["time"]]],
                                ["at": "2026-11-25T19:00:00Z", "ref": "c", "facts": ["n": 1]]]
        #expect(try DryRun(changes: first).run([later]) == ["c 2026-11-25T20:00:00Z delay 2026-11-26T04:00:00Z: quiet_hours",
                                                           "c 2026-11-26T04:00:00Z send"])
    }

    @Test("Changes of preferences add up in the order of time, not of the list (12.F29)")
    func preferenceChanges() throws {
        let held = DryRun.candidate("c", "tickets-low", "2026-11-25T20:00:00Z", relation: "favorited")
        let changes: JSONValue = [
            ["at": "2026-11-25T22:00:00Z", "preferences": ["quietHours": ["enabled": true]]],
            ["at": "2026-11-25T21:00:00Z", "preferences": ["quietHours": ["from": "23:00", "to": "05:00"]]],
        ]
        // 05:00 in Kampala is 02:00Z, also after the second change.
        #expect(try DryRun(changes: changes).run([held]) == [
            "c 2026-11-25T20:00:00Z delay 2026-11-26T04:00:00Z: quiet_hours",
            "c 2026-11-25T21:00:00Z delay 2026-11-26T02:00:00Z: quiet_hours",
            "c 2026-11-25T22:00:00Z delay 2026-11-26T02:00:00Z: quiet_hours", "c 2026-11-26T02:00:00Z send",
        ])
    }

    @Test("A dry run ends eight days after the first candidate, unless it is told otherwise (12.F29)")
    func window() throws {
        let near = DryRun.refund("a", "2026-11-25T09:00:00Z"), last = DryRun.refund("b", "2026-12-03T09:00:00Z"),
            far = DryRun.refund("c", "2026-12-03T09:00:01Z")
        #expect(try DryRun().run([far, last, near]) == ["a 2026-11-25T09:00:00Z send", "b 2026-12-03T09:00:00Z send"])
        #expect(try DryRun(to: "2026-12-04T00:00:00Z").run([far, last, near]).count == 3)
    }

    @Test("What was decided more than ninety days ago hides nothing that was decided since (12.F29)")
    func oldHistory() throws {
        let old: JSONValue = [["type": "refund-processed", "sentAt": "2026-08-26T09:00:00Z", "dedupeKey": "refund:1"]]
        let lines = try DryRun(history: old)
            .run([DryRun.refund("a", "2026-11-25T09:00:00Z", key: "refund:1"), DryRun.refund("b", "2026-11-25T10:00:00Z", key: "refund:1")])
        #expect(lines == ["a 2026-11-25T09:00:00Z send", "b 2026-11-25T10:00:00Z drop: duplicate"])
        // Of two entries with one key the later one counts, whatever their order.
        let both: JSONValue = [["type": "refund-processed", "sentAt": "2026-11-01T09:00:00Z", "dedupeKey": "refund:1"],
                               ["type": "refund-processed", "sentAt": "2026-08-26T09:00:00Z", "dedupeKey": "refund:1"]]
        #expect(try DryRun(history: both).run([DryRun.refund("a", "2026-11-25T09:00:00Z", key: "refund:1")])
            == ["a 2026-11-25T09:00:00Z drop: duplicate"])
        // Such an entry does not count for a type that is sent only once, either.
        let welcomed: JSONValue = [["type": "getting-started", "sentAt": "2026-08-26T09:00:00Z"]]
        #expect(try DryRun(history: welcomed).run([DryRun.candidate("a", "getting-started", "2026-11-25T09:00:00Z")])
            == ["a 2026-11-25T09:00:00Z send"])
    }

    @Test("The priority of a category is a number in its data")
    func priority() throws {
        let now = "2026-11-25T09:00:00Z"
        let low = DryRun.candidate("a", "tickets-low", now, relation: "favorited"), feature = DryRun.candidate("b", "new-feature", now)
        #expect(try DryRun().run([feature, low]).first == "a \(now) send")
        let patch: JSONValue = ["categories": ["informational": ["priority": 0]]]
        #expect(try DryRun(patch: patch).run([feature, low]).first == "b \(now) send")
    }

    @Test("No text of this repository counts hours from a moment nobody knows any more (12.F28)", arguments: [
        ("You may give your tickets back within 72 hours.", TextLanguage.en), ("Réponse sous 48 heures.", .fr),
        ("Pagá dentro de 2 horas.", .es), ("ادفع خلال 24 ساعة", .ar),
    ])
    func relativeTimes(text: String, language: TextLanguage) {
        #expect(TextRules.problems(of: text, in: language).contains { $0.contains("(T3)") })
    }

    @Test("A tenant may make pushes smaller, never larger than a phone on a dear connection should load")
    func payloadSize() throws {
        func read(_ lite: Int) throws -> (policy: NotificationPolicy, problems: [(path: String, message: String)]) {
            let settings = try SpecPolicies.settings("eventpass").with("payload", ["maxBytes": ["lite": .int(lite)]])
            return NotificationPolicy.read(settings, zone: "UTC", languages: ["en"], vocabulary: Notifications.installed.vocabulary)
        }
        #expect(try read(512).policy.payload.liteBytesMax == 512 && read(512).problems.map(\.path) == read(1024).problems.map(\.path))
        #expect(try read(1025).problems.map(\.path).contains("payload.maxBytes.lite"))
        #expect(try read(1025).policy.payload.liteBytesMax == 1024 && read(1024).policy.payload.richBytesMax == 4000)
    }
}
