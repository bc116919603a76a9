import Foundation
import Kernel
import NotificationPolicy
import NotificationsService
import Testing

/// Generates random questions: people, their choices and history, candidates, and changes meanwhile.
private struct RandomQuestion {
    private static let bases = ["2026-11-23", "2026-10-23", "2026-10-30", "2027-03-12", "2027-03-26", "2026-12-22", "2027-02-05",
                                "2027-03-06", "2027-04-02"]
    private static let types = SlowEngine.kinds.keys.sorted()
    private static let crowded = ["ticket-sold", "event-venue-changed", "event-time-changed", "event-updated", "new-event-from-followed",
                                  "event-reminder", "promotion"]
    private static let relations = ["ticket_holder", "favorited", "follows_organizer", "friend", "organizer", "nearby", "momo_payment"]
    static let zones = ["Africa/Kampala", "Europe/Madrid", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"]

    private var numbers: SeededNumbers
    private var base = 0
    private(set) var question = SlowEngine.Question()
    /// The same question as the simulator's request body.
    private(set) var body: JSONValue = [:]
    private var changes: [JSONValue] = []

    init(seed: UInt64) {
        numbers = SeededNumbers(seed: seed)
        base = ((CalendarDate(numbers.one(of: Self.bases))?.daysSinceEpoch ?? 0) * 1440) + numbers.number(0...(3 * 1440))
        question.zone = chance(2) ? "Africa/Kampala" : numbers.one(of: Self.zones)
        question.roles = numbers.one(of: [["attendee"], ["attendee"], ["organizer"], ["attendee", "organizer"]])
        question.created = base - numbers.one(of: [400 * 1440, 400 * 1440, 6 * 1440, 7 * 1440 - numbers.number(0...2000)])
        question.active = chance(6) ? nil : base - numbers.one(of: [60, 1440, 1440, 29 * 1440, 31 * 1440])
        question.tickets = numbers.one(of: [0, 0, 4, 5, 9])
        question.travel = chance(2) ? 25 : nil
        if chance(4) { question.reach.remove("push") }
        if chance(6) { question.reach.remove("email") }
        if chance(3) { question.reach.insert("sms") }
        var choices = question.choices
        for _ in 0..<numbers.number(0...3) { choose(&choices) }
        question.choices = choices
        if chance(8) { question.alerts.insert(numbers.one(of: SlowEngine.ranks)) }
        for _ in 0..<numbers.one(of: [0, 3, 8, 16]) { addSent() }
        for index in 0..<numbers.one(of: [1, 2, 4, 7]) { addCandidate("c\(index)") }
        // Changed choices add up in the order of time.
        var now = question.choices
        let times = (0..<numbers.one(of: [0, 0, 1, 3])).map { _ in base + numbers.number(0...2000) }.sorted()
        for at in times { addChange(at, &now) }
        write()
    }
    private mutating func chance(_ n: Int) -> Bool { numbers.number(1...n) == 1 }

    private mutating func choose(_ choices: inout SlowEngine.Choices) {
        let categories = ["organizer", "engagement", "informational", "marketing", "marketing"]
        switch numbers.number(0...9) {
        case 0: choices.isEnabled = chance(2)
        case 1: choices.isQuiet = chance(2)
        case 2, 3:
            let from = numbers.number(0...95) * 15
            (choices.quietFrom, choices.quietTo) = (from, (from + numbers.number(1...64) * 15) % 1440)
        case 4: choices.periods[numbers.one(of: ["sunday_morning", "holidays", "ramadan"])] = chance(2)
        case 5: choices.digestMode = numbers.one(of: ["realtime", "hourly", "daily"])
        case 6: choices.offsets = ["P7D", "P1D", "PT2H"].filter { _ in !chance(3) }
        case 7: choices.snoozes[numbers.one(of: ["engagement", "organizer", "tickets-low", "promotion", "recommendations"])] =
            base + numbers.number(-500...4000)
        case 8: choices.categories[numbers.one(of: categories), default: [:]][numbers.one(of: ["push", "push", "email", "sms"])] = chance(2)
        default:
            let type = numbers.one(
                of: Self.types.filter { ["engagement", "informational", "marketing"].contains(SlowEngine.kinds[$0]?.category ?? "") })
            choices.types[type, default: [:]][numbers.one(of: ["push", "email", "inApp"])] = chance(2)
        }
    }
    private mutating func type() -> String { chance(2) ? numbers.one(of: Self.crowded) : numbers.one(of: Self.types) }
    private mutating func addSent() {
        let back = chance(3) ? numbers.number(0...120) : chance(4) ? numbers.number(30 * 1440...100 * 1440) : numbers.number(0...(9 * 1440))
        var sent = SlowEngine.Sent(type: type(), at: base - back, subject: numbers.one(of: ["e1", "e2"]), start: nil,
                                   key: chance(8) ? numbers.one(of: ["k1", "k2"]) : nil)
        if SlowEngine.updates.contains(sent.type) { sent.changed = Set([numbers.one(of: ["time", "venue"])]) }
        if sent.type == "event-reminder" { sent.start = base + 1440 }
        question.sent.append(sent)
    }
    private mutating func addCandidate(_ ref: String) {
        let type = type(), kind = SlowEngine.kinds[type] ?? SlowEngine.Kind()
        let at = base + numbers.one(of: [0, 0, 10, numbers.number(0...180), numbers.number(0...2880)])
        var c = SlowEngine.Candidate(ref: ref, type: type, at: at,
                                     evaluateAt: chance(10) ? at + numbers.one(of: [1, 30, 8 * 1440, 60 * 1440]) : at)
        c.subject = kind.collapse == nil && chance(8) ? nil : numbers.one(of: ["e1", "e1", "e2"])
        c.dedupeKey = chance(8) ? numbers.one(of: ["k1", "k2"]) : nil
        c.relations = Set(Self.relations.filter { _ in chance(5) })
        if let needed = kind.needs.sorted().first, !chance(10) { c.relations.insert(needed) }
        if chance(2) { c.relations.subtract(kind.unless) }
        if !chance(12) {
            let start = chance(3) ? base + 1440 : at
                + numbers.one(of: [numbers.number(-300...300), numbers.number(0...2880), numbers.number(0...(9 * 1440))])
            (c.start, c.end) = (start, start + numbers.one(of: [60, 240, 240, 3000]))
        }
        if chance(15) { c.status = "cancelled" }
        c.isOpen = !chance(15)
        if SlowEngine.updates.contains(type), !chance(10) {
            c.changed = Set(chance(3) ? ["time", "venue"] : [numbers.one(of: ["time", "venue", "title"])])
        }
        (c.hasItems, c.hasOffer) = (!chance(6), !chance(8))
        for name in ["startedAt", "holdExpiresAt", "offerExpiresAt", "endsAt"] where !chance(8) && (name != "endsAt" || c.hasOffer) {
            c.times[name] = at + numbers.one(of: [numbers.number(-60...600), numbers.number(0...(20 * 1440))])
        }
        if type == "event-reminder", !chance(8) { c.offset = numbers.one(of: ["P7D", "P1D", "PT2H"]) }
        if chance(3) { c.distance = numbers.number(0...50) }
        question.candidates.append(c)
    }
    private mutating func addChange(_ at: Int, _ choices: inout SlowEngine.Choices) {
        if chance(2) {
            choose(&choices)
            question.changes.append((at, .choices(choices)))
            changes.append(["at": Self.json(at), "preferences": Self.json(choices)])
            return
        }
        let candidate = numbers.one(of: question.candidates)
        var facts: [String: JSONValue] = [:]
        let edit: (inout SlowEngine.Candidate) -> Void
        switch numbers.number(0...4) {
        case 0:
            facts["open"] = false
            edit = { $0.isOpen = false }
        case 1 where candidate.start != nil:
            facts["event"] = ["status": "cancelled"]
            edit = { $0.status = "cancelled" }
        case 2:
            facts["relations"] = []
            edit = { $0.relations = [] }
        case 3 where candidate.start != nil:
            let start = at + numbers.number(-100...3000)
            facts["event"] = ["startDate": Self.json(start), "endDate": Self.json(start + 200)]
            edit = { ($0.start, $0.end) = (start, start + 200) }
        default:
            facts["changed"] = ["time"]
            edit = { $0.changed = ["time"] }
        }
        question.changes.append((at, .facts(ref: candidate.ref, edit)))
        changes.append(["at": Self.json(at), "ref": .string(candidate.ref), "facts": .object(facts)])
    }

    // MARK: - For the simulator

    static func text(_ minute: Int) -> String { Timestamp(secondsSinceEpoch: Int64(minute) * 60).description }
    private static func json(_ minute: Int) -> JSONValue { .string(text(minute)) }
    private static func json(_ choices: SlowEngine.Choices) -> JSONValue {
        func switches(_ all: [String: [String: Bool]]) -> JSONValue { .object(all.mapValues { .object($0.mapValues { .bool($0) }) }) }
        func clock(_ minute: Int) -> JSONValue { .string(String(format: "%02d:%02d", minute / 60, minute % 60)) }
        return ["enabled": .bool(choices.isEnabled), "categories": switches(choices.categories), "types": switches(choices.types),
                "quietHours": ["enabled": .bool(choices.isQuiet), "from": clock(choices.quietFrom), "to": clock(choices.quietTo)],
                "quietPeriods": .object(choices.periods.mapValues { .bool($0) }), "digestMode": .string(choices.digestMode),
                "reminderOffsets": .array(choices.offsets.map { .string($0) }),
                "snoozes": .array(choices.snoozes.sorted { $0.key < $1.key }.map { ["type": .string($0.key), "until": json($0.value)] })]
    }
    private static func json(_ c: SlowEngine.Candidate) -> JSONValue {
        var facts: [String: JSONValue] = ["relations": .array(c.relations.sorted().map { .string($0) }), "open": .bool(c.isOpen), "n": 100]
        var event: [String: JSONValue] = ["status": .string(c.status)]
        event["id"] = c.subject.map { .string($0) }
        (event["startDate"], event["endDate"]) = (c.start.map(json), c.end.map(json))
        // An event without times has no known facts except its cancellation.
        facts["event"] = .object(event)
        if !c.changed.isEmpty { facts["changed"] = .array(c.changed.sorted().map { .string($0) }) }
        if c.hasItems { facts["items"] = ["evt_2"] }
        if c.hasOffer { facts["offer"] = ["code": "X"] }
        if let at = c.times["endsAt"] { facts["offer"] = MergePatch.apply(["endsAt": json(at)], to: facts["offer"]) }
        if let at = c.times["offerExpiresAt"] { facts["offer"] = MergePatch.apply(["expiresAt": json(at)], to: facts["offer"]) }
        if !c.hasOffer, c.times["offerExpiresAt"] != nil, c.type == "promotion" { facts["offer"] = nil }
        if let at = c.times["startedAt"] { facts["payment"] = ["startedAt": json(at)] }
        if let at = c.times["holdExpiresAt"] { facts["order"] = ["holdExpiresAt": json(at)] }
        facts["offset"] = c.offset.map { .string($0) }
        facts["distanceKm"] = c.distance.map { .int($0) }
        var members: [String: JSONValue] = ["ref": .string(c.ref), "type": .string(c.type), "at": json(c.at),
                                            "evaluateAt": json(c.evaluateAt), "facts": .object(facts)]
        (members["subject"], members["dedupeKey"]) = (c.subject.map { .string($0) }, c.dedupeKey.map { .string($0) })
        if c.isFlush { members["flush"] = true }
        return .object(members)
    }
    private mutating func write() {
        let q = question
        var recipient: [String: JSONValue] = [
            "zone": .string(q.zone), "roles": .array(q.roles.map { .string($0) }), "createdAt": Self.json(q.created),
            "ticketsLast30Days": .int(q.tickets),
            "reach": .object(Dictionary(["push", "email", "sms"].map { ($0, .bool(q.reach.contains($0))) }) { _, last in last }),
        ]
        (recipient["lastActivityAt"], recipient["maxTravelKm"]) = (q.active.map(Self.json), q.travel.map { .int($0) })
        let history = q.sent.map { sent -> JSONValue in
            var members: [String: JSONValue] = ["type": .string(sent.type), "sentAt": Self.json(sent.at)]
            (members["subject"], members["dedupeKey"]) = (sent.subject.map { .string($0) }, sent.key.map { .string($0) })
            members["startDate"] = sent.start.map(Self.json)
            if !sent.changed.isEmpty { members["changed"] = .array(sent.changed.sorted().map { .string($0) }) }
            return .object(members)
        }
        body = ["recipient": .object(recipient), "preferences": Self.json(q.choices), "history": .array(history),
                "candidates": .array(q.candidates.map(Self.json)),
                "openAlerts": .array(q.alerts.sorted().map { .string($0) }), "changes": .array(changes)]
    }
}

/// The number of parallel test cases.
private let parts = 48

@Suite("The simulator against the policy written a second time")
struct SlowEngineTests {
    private static let clocks = Dictionary(uniqueKeysWithValues: RandomQuestion.zones.map { ($0, WallClock($0)) })
    /// `SOUK_POLICY_QUESTIONS=100000` tests more questions.
    private static let count = ProcessInfo.processInfo.environment["SOUK_POLICY_QUESTIONS"].flatMap { Int($0) } ?? 4800

    private func words(_ line: SlowEngine.Line) -> String {
        let decision = line.decision
        let parts = [line.ref, RandomQuestion.text(line.at), decision.name, decision.into, decision.until.map { RandomQuestion.text($0) },
                     ["send", "email_instead"].contains(decision.name) ? "[\(decision.channels.joined(separator: ","))]" : nil]
        return parts.compactMap { $0 }.joined(separator: " ") + ": " + decision.reasons.joined(separator: " ")
    }
    private func words(_ line: JSONValue) -> String {
        func list(_ name: String, _ separator: String) -> String {
            (line[name]?.array?.compactMap(\.string) ?? []).joined(separator: separator)
        }
        let decision = line["decision"]?.string ?? ""
        let parts = [line["ref"]?.string, line["at"]?.string, decision, line["into"]?.string, line["until"]?.string,
                     ["send", "email_instead"].contains(decision) ? "[\(list("channels", ","))]" : nil]
        return parts.compactMap { $0 }.joined(separator: " ") + ": " + list("reasons", " ")
    }

    @Test("Whatever is asked, the simulator answers what the specification read word by word does, line by line (12.F22–F29)",
          arguments: 0..<parts)
    func twin(part: Int) throws {
        let policy = try SpecPolicies.policy("eventpass"), settings = try SpecPolicies.settings("eventpass")
        for index in stride(from: part, to: Self.count, by: parts) { try compare(index, policy, settings) }
    }

    @Test("Questions that once had two answers: facts that change the order of one instant, a digest within eight days, a far holiday",
          arguments: [32_016, 91_991, 65_482, 75_509])
    func settled(index: Int) throws {
        try compare(index, try SpecPolicies.policy("eventpass"), try SpecPolicies.settings("eventpass"))
    }

    private func compare(_ index: Int, _ policy: NotificationPolicy, _ settings: JSONValue) throws {
        let made = RandomQuestion(seed: UInt64(index) &* 104_729 &+ 17)
        let clock = try #require(Self.clocks[made.question.zone])
        let slow = SlowEngine(made.question, clock: clock).run().map { words($0) }
        let answer = try SimulationRequest(made.body, policy: policy, settings: settings, zone: "UTC").run()
        let fast = (answer["decisions"]?.array ?? []).map { words($0) }
        guard fast != slow else { return }
        let first = zip(fast, slow).first { $0 != $1 } ?? (fast.count > slow.count ? fast[slow.count] : "nothing",
                                                           slow.count > fast.count ? slow[fast.count] : "nothing")
        Issue.record("""
            question \(index) (\(made.question.zone)): the simulator says \(first.0), the specification \(first.1)
            \(String(decoding: try JSON.encode(made.body), as: UTF8.self))
            """)
    }
}
