import Foundation
import Kernel
import NotificationPolicy
import NotificationsService
import Testing

/// One row of the specification's table of golden cases, in its own words.
struct GoldenCase: Sendable, CustomTestStringConvertible {
    let number: Int
    let type: String
    let at: String
    let given: String
    let expected: String
    init(_ number: Int, _ type: String, _ at: String, _ given: String, _ expected: String) {
        (self.number, self.type, self.at, self.given, self.expected) = (number, type, at, given, expected)
    }
    var testDescription: String { "\(number) \(type) \(at): \(given)" }

    /// What the engine answers, in the words of the table.
    func answer() throws -> String {
        var situation = try Situation(type: type, at: at, given: given)
        let body = try situation.body()
        let policy = try SpecPolicies.policy(situation.tenant)
        let answer = try SimulationRequest(body, policy: policy, settings: try SpecPolicies.settings(situation.tenant), zone: "UTC").run()
        return Situation.words(of: answer["decisions"]?.array?.first ?? .null)
    }
    func wanted() throws -> String {
        var situation = try Situation(type: type, at: at, given: given)
        _ = try situation.body()
        return try situation.normalised(expected)
    }
}

/// Reads the words of a golden case into a request to the simulator.
struct Situation {
    struct Unknown: Error, CustomStringConvertible { let description: String }
    private(set) var tenant = "eventpass"
    private(set) var zone: TimeZoneRules
    private let type: String
    private let at: String
    private let tokens: [String]

    private var roles = ["attendee"]
    private var recipient: [String: JSONValue] = [:]
    private var reach: [String: JSONValue] = ["push": true, "email": true, "sms": false]
    private var preferences: [String: JSONValue] = [:]
    private var history: [JSONValue] = []
    private var facts = Facts()
    private var relations: [String] = []
    private var candidate: [String: JSONValue] = [:]
    private var extra: [String: JSONValue] = [:]

    private static let relationNames = [
        "holder": "ticket_holder", "favoriter": "favorited", "follower": "follows_organizer", "organizer": "organizer", "nearby": "nearby",
        "MoMo": "momo_payment", "friend": "friend", "visited": "visited", "neighbour": "same_neighbourhood", "buyer": "buyer",
    ]
    private static let zones = [
        "eventpass": "Africa/Kampala", "peez": "Africa/Algiers", "sofra": "Asia/Riyadh", "lucidda": "America/Argentina/Buenos_Aires",
        "autofill": "America/New_York",
    ]

    init(type: String, at: String, given: String) throws {
        (self.type, self.at) = (type, at)
        tokens = given.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        for token in tokens where token.hasPrefix("tenant ") { tenant = String(token.dropFirst(7)) }
        var name = Self.zones[tenant] ?? "UTC"
        for token in tokens where token.hasPrefix("zone ") { name = String(token.dropFirst(5)) }
        zone = try TimeZoneRules.named(name)
    }

    // MARK: - Times

    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    /// `Wed 21:59:59`, `next Thu 18:00`, `previous Wed 18:00`, `2026-12-25 09:00`, `2026-11-01T06:00:00Z`.
    func time(_ text: String) throws -> Timestamp {
        if let instant = Timestamp(text) { return instant }
        var words = text.split(separator: " ").map(String.init)
        var weeks = 0
        if words.first == "next" { (weeks, words) = (1, Array(words.dropFirst())) }
        if words.first == "previous" { (weeks, words) = (-1, Array(words.dropFirst())) }
        guard words.count == 2, let monday = CalendarDate("2026-11-23") else { throw Unknown(description: "time \(text)") }
        let date = Self.weekdays.firstIndex(of: words[0]).map { monday.adding(days: $0 + 7 * weeks) } ?? CalendarDate(words[0])
        let clock = words[1].split(separator: ":").compactMap { Int($0) }
        guard let date, clock.count >= 2 else { throw Unknown(description: "time \(text)") }
        return zone.instant(of: LocalTime(date: date, secondOfDay: clock[0] * 3600 + clock[1] * 60 + (clock.count > 2 ? clock[2] : 0)))
    }
    private func json(_ text: String) throws -> JSONValue { .string(try time(text).description) }

    // MARK: - The request

    mutating func body() throws -> JSONValue {
        let now = try time(at)
        recipient["createdAt"] = "2026-01-10T09:00:00Z"
        recipient["lastActivityAt"] = .string((now - .days(1)).description)
        try setEvent(start: "Sat 19:00")
        if ["promotion", "campaign", "promo"].contains(type) {
            facts.set("offer.endsAt", tenant == "autofill" ? "2027-03-20T23:00:00Z" : "2026-12-31T20:00:00Z")
        }
        for token in tokens { try take(token) }
        facts.set("relations", .array(relations.map { .string($0) }))
        candidate["ref"] = "c1"
        candidate["type"] = .string(type)
        candidate["at"] = candidate["at"] ?? .string(now.description)
        candidate["evaluateAt"] = .string(now.description)
        candidate["subject"] = "evt_1"
        candidate["facts"] = .object(facts.members)
        recipient["zone"] = .string(zone.name)
        recipient["roles"] = .array(roles.map { .string($0) })
        recipient["reach"] = .object(reach)
        recipient["ticketsLast30Days"] = recipient["ticketsLast30Days"] ?? 0
        recipient["maxTravelKm"] = 25
        var out = extra
        out["recipient"] = .object(recipient)
        out["preferences"] = .object(preferences)
        out["history"] = .array(history)
        out["candidates"] = [.object(candidate)]
        return .object(out)
    }

    private mutating func setEvent(start: String) throws {
        let begin = try time(start)
        facts.set("event", ["id": "evt_1", "startDate": .string(begin.description), "endDate": .string((begin + .hours(4)).description),
                            "status": "published"])
    }

    private mutating func take(_ token: String) throws {
        if let relation = Self.relationNames[token] { return relations.append(relation) }
        let words = token.split(separator: " ").map(String.init)
        let rest = words.dropFirst().joined(separator: " ")
        switch words[0] {
        case "tenant", "zone": break  // Read before.
        case "org": (roles, relations) = (["organizer"], relations + ["organizer"])
        case "event" where words[1] == "ends":
            let end = try time(words.dropFirst(2).joined(separator: " "))
            facts.set("event.startDate", .string((end - .days(3)).description))
            facts.set("event.endDate", .string(end.description))
        case "event": try setEvent(start: rest)
        case "cancelled": facts.set("event.status", "cancelled")
        case "changed": facts.set("changed", .array(words.dropFirst().map { .string($0) }))
        case "offset": facts.set("offset", .string(rest))
        case "items": facts.set("items", words.count > 1 ? .int(Int(rest) ?? 0) : ["evt_2"])
        case "n": facts.set("n", .int(Int(rest) ?? 0))
        case "distance": facts.set("distanceKm", .int(Int(rest) ?? 0))
        case "open": facts.set("open", .bool(rest == "true"))
        case "offer": facts.set("offer.endsAt", try json(rest))
        case "no" where rest == "offer": facts.members["offer"] = nil
        case "no" where rest == "push": reach["push"] = false
        case "kept": facts.set("offer.expiresAt", try json(rest))
        case "started": facts.set("payment.startedAt", try json(rest))
        case "hold": facts.set("order.holdExpiresAt", try json(rest))
        case "starts": facts.set("order.startsAt", try json(rest))
        case "opted": preferences["categories"] = ["marketing": ["push": true]]
        case "flush": candidate["flush"] = true
        case "triggered": candidate["at"] = try json(rest)
        case "dedupe": candidate["dedupeKey"] = .string(rest)
        case "known": history.append(["type": .string(type), "sentAt": try json("Wed 09:00"), "dedupeKey": .string(rest)])
        case "alert": extra["openAlerts"] = [.string(rest)]
        case "policy": extra["policy"] = try JSON.decode(JSONValue.self, from: Array(rest.utf8))
        default: try takePerson(words, rest)
        }
    }
    private mutating func takePerson(_ words: [String], _ rest: String) throws {
        switch words[0] {
        case "roles": roles = rest.split(separator: ",").map(String.init)
        case "created": recipient["createdAt"] = try json(rest)
        case "active": recipient["lastActivityAt"] = try json(rest)
        case "tickets": recipient["ticketsLast30Days"] = .int(Int(rest) ?? 0)
        case "quiet" where rest == "off": preferences["quietHours"] = ["enabled": false]
        case "quiet":
            let times = rest.split(separator: "-").map(String.init)
            preferences["quietHours"] = ["from": .string(times[0]), "to": .string(times[1])]
        case "period": preferences["quietPeriods"] = .object([rest: false])
        case "offsets": preferences["reminderOffsets"] = .array(rest.split(separator: ",").map { .string(String($0)) })
        case "digestMode": preferences["digestMode"] = .string(rest)
        case "disabled": preferences["enabled"] = false
        case "snooze": preferences["snoozes"] = [["type": .string(words[1]), "until": try json(words.dropFirst(2).joined(separator: " "))]]
        case "off", "on":
            let switches = words.dropFirst(2).map { ($0, JSONValue.bool(words[0] == "on")) }
            preferences["categories"] = .object([words[1]: .object(Dictionary(switches) { _, last in last })])
            if words[0] == "on" { reach["sms"] = true }
        case "reach":
            reach = ["push": .bool(rest.contains("push")), "email": .bool(rest.contains("email")), "sms": .bool(rest.contains("sms"))]
        case "sent": try takeSent(Array(words.dropFirst()))
        default: throw Unknown(description: words.joined(separator: " "))
        }
    }

    /// `sent [n] type [from|hourly] time [subject evt_1] [fields]`.
    private mutating func takeSent(_ words: [String]) throws {
        var words = words
        let count = Int(words[0]) ?? 1
        if Int(words[0]) != nil { words.removeFirst() }
        let type = words.removeFirst()
        var step = Duration.zero
        if words.first == "from" { (step, words) = (.minutes(2), Array(words.dropFirst())) }
        if words.first == "hourly" { (step, words) = (.hours(1), Array(words.dropFirst())) }
        let length = ["next", "previous"].contains(words[0]) ? 3 : 2
        let start = try time(words.prefix(length).joined(separator: " "))
        let rest = Array(words.dropFirst(length))
        var entry: [String: JSONValue] = ["type": .string(type)]
        entry["subject"] = type.hasPrefix("event-") || type == "tickets-low" || rest.contains("same") ? "evt_1" : "other"
        if type == "event-reminder" { entry["startDate"] = facts["event.startDate"] }
        let fields = rest.filter { ["venue", "time"].contains($0) }
        if !fields.isEmpty { entry["changed"] = .array(fields.map { .string($0) }) }
        for index in 0..<count {
            entry["sentAt"] = .string((start + step * index).description)
            history.append(.object(entry))
        }
    }

    // MARK: - The answer

    static func words(of decision: JSONValue) -> String {
        var words = [decision["decision"]?.string ?? "nothing"]
        if let into = decision["into"]?.string { words.append(into) }
        if let until = decision["until"]?.string { words.append(until) }
        let reasons = decision["reasons"]?.array?.compactMap(\.string) ?? []
        if decision["decision"]?.string == "send", reasons != ["ok"] || (decision["channels"]?.array?.compactMap(\.string) ?? [])
                != ["push"] {
            let channels = decision["channels"]?.array?.compactMap(\.string) ?? []
            return words.joined(separator: " ") + (reasons == ["ok"] ? "" : ": " + reasons.joined(separator: " "))
                + " [\(channels.joined(separator: ","))]"
        }
        return words.joined(separator: " ") + (reasons == ["ok"] ? "" : ": " + reasons.joined(separator: " "))
    }
    /// The table's answer with its time in UTC.
    func normalised(_ expected: String) throws -> String {
        let parts = expected.components(separatedBy: ": ")
        var words = parts[0].split(separator: " ").map(String.init)
        if let start = words.firstIndex(where: { ["next"].contains($0) || Self.weekdays.contains($0) || $0.hasPrefix("20") }) {
            let when = try time(words[start...].joined(separator: " "))
            words = Array(words[..<start]) + [when.description]
        }
        return words.joined(separator: " ") + (parts.count > 1 ? ": " + parts[1] : "")
    }
}
