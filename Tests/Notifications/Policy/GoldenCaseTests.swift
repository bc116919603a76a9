import Foundation
import Kernel
import NotificationPolicy
import NotificationsService
import Testing

@Suite("Golden cases of the policy")
struct GoldenCaseTests {
    @Test("Every golden case", arguments: GoldenCase.all)
    func golden(_ golden: GoldenCase) throws {
        #expect(try golden.answer() == golden.wanted())
    }

    @Test("All of them are here, each once")
    func complete() {
        #expect(GoldenCase.all.map(\.number) == Array(1...163))
    }
}

@Suite("Sequences of the policy")
struct GoldenSequenceTests {
    /// `decisions` as words, with local times: `c1 Wed 22:10 delay Thu 07:00: quiet_hours`.
    private func run(_ candidates: [(ref: String, type: String, at: String, facts: JSONValue)], preferences: JSONValue = [:],
                     changes: JSONValue = [], roles: JSONValue = ["attendee"]) throws -> [String] {
        let situation = try Situation(type: "", at: "Wed 10:00", given: "")
        let start = try situation.time("Sat 19:00")
        let body: JSONValue = try [
            "recipient": ["zone": "Africa/Kampala", "roles": roles, "createdAt": "2026-01-10T09:00:00Z",
                          "lastActivityAt": "2026-11-24T09:00:00Z", "ticketsLast30Days": 0,
                          "maxTravelKm": 25, "reach": ["push": true, "email": true, "sms": false]],
            "preferences": preferences, "changes": changes,
            "candidates": .array(candidates.map { candidate in
                var facts = Facts(
                    ["event": ["id": "evt_1", "startDate": .string(start.description), "endDate": .string((start + .hours(4)).description),
                               "status": "published"]])
                for (name, value) in candidate.facts.object ?? [:] { facts.set(name, value) }
                let subject = candidate.facts["event.id"] ?? "evt_1"
                return ["ref": .string(candidate.ref), "type": .string(candidate.type),
                        "at": .string(try situation.time(candidate.at).description), "subject": subject,
                        "facts": .object(facts.members)]
            }),
        ]
        let answer = try SimulationRequest(body, policy: try SpecPolicies.policy("eventpass"),
                                           settings: try SpecPolicies.settings("eventpass"), zone: "UTC").run()
        return (answer["decisions"]?.array ?? []).map { line in
            let zone = situation.zone
            func clock(_ text: String?) -> String {
                guard let text, let t = Timestamp(text) else { return "" }
                let local = zone.local(t)
                let weeks = local.date.daysSinceEpoch >= 20_787 ? "next " : ""
                let seconds = local.secondOfDay % 60 == 0 ? "" : ":\(local.secondOfDay % 60)"
                return weeks + ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][local.weekday - 1] + " "
                    + WallWindow.text(local.secondOfDay) + seconds
            }
            var words = [line["ref"]?.string ?? "", clock(line["at"]?.string), line["decision"]?.string ?? ""]
            if let into = line["into"]?.string { words.append(into) }
            if line["until"] != nil { words.append(clock(line["until"]?.string)) }
            let reasons = line["reasons"]?.array?.compactMap(\.string) ?? []
            return words.joined(separator: " ") + (reasons == ["ok"] ? "" : ": " + reasons.joined(separator: " "))
        }
    }

    @Test("S1: held messages go out half an hour apart, and the fourth meets the cap")
    func heldOnes() throws {
        let given = (1...4).map {
            ("c\($0)", "friend-attending", "Wed 22:\($0)0", ["relations": ["friend"], "event.id": .string("e\($0)")] as JSONValue)
        }
        let lines = try run(given)
        #expect(lines == [
            "c1 Wed 22:10 delay Thu 07:00: quiet_hours", "c2 Wed 22:20 delay Thu 07:00: quiet_hours",
            "c3 Wed 22:30 delay Thu 07:00: quiet_hours", "c4 Wed 22:40 delay Thu 07:00: quiet_hours",
            "c1 Thu 07:00 send", "c2 Thu 07:00 delay Thu 07:30: spacing", "c3 Thu 07:00 delay Thu 07:30: spacing",
            "c4 Thu 07:00 delay Thu 07:30: spacing",
            "c2 Thu 07:30 send", "c3 Thu 07:30 delay Thu 08:00: spacing", "c4 Thu 07:30 delay Thu 08:00: spacing",
            "c3 Thu 08:00 send", "c4 Thu 08:00 feed_only: daily_cap_engagement",
        ])
    }

    @Test("S2: after twenty sales the rest comes with the hour")
    func rush() throws {
        let given = (0..<25).map { index in
            let minute = index * 2
            return ("c\(index)", "ticket-sold", "Wed 10:\(minute < 10 ? "0" : "")\(minute)", ["relations": ["organizer"]] as JSONValue)
        }
        let lines = try run(given, roles: ["organizer"])
        #expect(lines.prefix(20).allSatisfy { $0.hasSuffix(" send") } && lines[19] == "c19 Wed 10:38 send")
        #expect(lines.dropFirst(20).prefix(5).allSatisfy { $0.hasSuffix("digest sales-hourly Wed 11:00: daily_cap_organizer") })
        #expect(lines.dropFirst(25) == ["digest:sales-hourly Wed 11:00 send"])
    }

    @Test("S3: sales within a minute are told together")
    func minute() throws {
        let given = [("c1", "Wed 10:00:00"), ("c2", "Wed 10:00:10"), ("c3", "Wed 10:00:20")].map {
            ($0.0, "ticket-sold", $0.1, ["relations": ["organizer"]] as JSONValue)
        }
        #expect(try run(given, roles: ["organizer"]) == [
            "c1 Wed 10:00 send", "c2 Wed 10:00:10 delay Wed 10:01: sale_rate", "c3 Wed 10:00:20 delay Wed 10:01: sale_rate",
            "c2 Wed 10:00:20 drop: superseded", "c3 Wed 10:01 send",
        ])
    }

    @Test("S4: who switches quiet hours off hears at once what waited")
    func released() throws {
        let changes: JSONValue = [["at": "2026-11-25T19:40:00Z", "preferences": ["quietHours": ["enabled": false]]]]
        #expect(try run([("c1", "tickets-low", "Wed 22:10", ["relations": ["favorited"]])], changes: changes) == [
            "c1 Wed 22:10 delay Thu 07:00: quiet_hours", "c1 Wed 22:40 send",
        ])
    }

    @Test("S5: something important puts advertising off to the next slot")
    func blackout() throws {
        let given: [(ref: String, type: String, at: String, facts: JSONValue)] = [
            ("c1", "promotion", "Wed 23:00", ["offer": ["endsAt": "2026-12-31T20:00:00Z"]]), ("c2", "ticket-purchased", "Thu 10:00", [:]),
        ]
        #expect(try run(given, preferences: ["categories": ["marketing": ["push": true]]]) == [
            "c1 Wed 23:00 delay Thu 18:00: quiet_hours marketing_slot", "c2 Thu 10:00 send",
            "c1 Thu 18:00 delay next Thu 18:00: marketing_blackout marketing_slot", "c1 next Thu 18:00 send",
        ])
    }

    @Test("S6: of two changes in the night the newer is told")
    func collapsed() throws {
        let facts: JSONValue = ["relations": ["ticket_holder"], "changed": ["venue"]]
        #expect(try run([("c1", "event-venue-changed", "Wed 22:30", facts), ("c2", "event-venue-changed", "Wed 23:10", facts)]) == [
            "c1 Wed 22:30 delay Thu 07:00: quiet_hours", "c2 Wed 23:10 delay Thu 07:00: quiet_hours", "c1 Wed 23:10 drop: superseded",
            "c2 Thu 07:00 send",
        ])
    }

    @Test("S7: the third change of a venue waits and comes as one")
    func updates() throws {
        let facts: JSONValue = ["relations": ["ticket_holder"], "changed": ["venue"]]
        let given = [("c1", "Wed 09:00"), ("c2", "Wed 11:00"), ("c3", "Wed 15:00"), ("c4", "Wed 16:00")].map {
            ($0.0, "event-venue-changed", $0.1, facts)
        }
        #expect(try run(given) == [
            "c1 Wed 09:00 send", "c2 Wed 11:00 send", "c3 Wed 15:00 digest event-updates Thu 09:00: same_field_limit",
            "c4 Wed 16:00 digest event-updates Thu 09:00: same_field_limit", "digest:event-updates Thu 09:00 send",
        ])
    }
}
