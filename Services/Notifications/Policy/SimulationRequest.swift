import Kernel

/// What an operator wants tried out: somebody, what they had before, what would come.
package struct SimulationRequest {
    package let policy: NotificationPolicy
    private let body: JSONValue
    private var check = Validation()
    private var recipient: DecisionRecipient
    private var history = History()
    private var planned: [Simulation.Planned] = []
    private var changes: [(at: Timestamp, change: Simulation.Change)] = []
    private var end: Timestamp = .distantPast
    private let settings: JSONValue
    private let tenantZone: String

    package static let candidatesMax = 1000
    package static let historyMax = 5000
    package static let daysMax = 31
    /// Of an answer: the log takes no larger one.
    package static let bytesMax = 1_800_000
    private static let daysStandard = 8

    /// Throws 422 with every field that cannot be so. `settings`: the tenant's, for a patch on them.
    package init(_ body: JSONValue, policy: NotificationPolicy, settings: JSONValue, zone: String) throws {
        self.body = body
        (self.settings, tenantZone) = (settings, zone)
        var problems: [(path: String, message: String)] = []
        if let patch = body["policy"], patch.object != nil {
            let changed = MergePatch.apply(Self.named(patch, policy), to: NotificationPolicy.withLines(settings))
            let patched = NotificationPolicy.read(changed, zone: zone, languages: policy.languages, vocabulary: policy.vocabulary)
            (self.policy, problems) = (patched.policy, patched.problems)
        } else {
            self.policy = policy
        }
        recipient = DecisionRecipient(id: "simulated", zone: try TimeZoneRules.named(self.policy.zone))
        if let patch = body["policy"], patch != .null, patch.object == nil { check.fail("policy", "must be an object") }
        for problem in problems { check.fail("policy.\(problem.path)", problem.message) }
        readRecipient()
        readCandidates()
        readHistory()
        readChanges()
        readEnd()
        try check.check()
    }

    /// The patch with the policy's own names for what it changes.
    private static func named(_ patch: JSONValue, _ policy: NotificationPolicy) -> JSONValue {
        guard var members = patch.object else { return patch }
        let types = Array(policy.types.keys)
        let named = ["categories": Array(policy.categories.keys), "types": types, "templates": types, "digests": Array(policy.digests.keys)]
        for (key, names) in named {
            guard let given = members[key]?.object else { continue }
            var known: [String: JSONValue] = [:]
            for (name, value) in given { known[NotificationPolicy.known(name, among: names) ?? name] = value }
            members[key] = .object(known)
        }
        return .object(members)
    }

    // MARK: - Fields

    private mutating func time(_ path: String, _ value: JSONValue?) -> Timestamp? {
        guard let value, value != .null else { return nil }
        if let time = value.string.flatMap({ Timestamp($0) }) { return time }
        check.fail(path, "must be a time (RFC 3339)")
        return nil
    }

    /// Refuses a value of another kind; null counts as absent.
    private mutating func value<Value>(_ path: String, _ given: JSONValue?, _ problem: String, _ read: (JSONValue) -> Value?) -> Value? {
        guard let given, given != .null else { return nil }
        if let value = read(given) { return value }
        check.fail(path, problem)
        return nil
    }

    private mutating func readRecipient() {
        guard let given = body["recipient"], given.object != nil else { return check.fail("recipient", "is required") }
        recipient.id = value("recipient.id", given["id"], "must be text", \.string) ?? "simulated"
        let roles = value("recipient.roles", given["roles"], "must be a list", \.array) ?? []
        for (index, role) in roles.enumerated() {
            if let role = value("recipient.roles.\(index)", role, "must be text", \.string) { recipient.roles.append(role) }
        }
        recipient.createdAt = time("recipient.createdAt", given["createdAt"])
        recipient.lastActivityAt = time("recipient.lastActivityAt", given["lastActivityAt"])
        recipient.ticketsLast30Days = value("recipient.ticketsLast30Days", given["ticketsLast30Days"], "must be a whole number", \.int) ?? 0
        recipient.maxTravelKm = value("recipient.maxTravelKm", given["maxTravelKm"], "must be a number") { value in
            if case .double(let km) = value { km } else { value.int.map(Double.init) }
        }
        readReach(given["reach"])
        if value("recipient.known", given["known"], "must be true or false", \.bool) == false { recipient.isKnown = false }
        if let name = given["zone"], name != .null {
            if let zone = name.string.flatMap({ try? TimeZoneRules.named($0) }) { recipient.zone = zone } else {
                check.fail("recipient.zone", "is not a time zone")
            }
        }
        recipient.preferences = preferences(body["preferences"], onto: Preferences(), path: "preferences", at: .distantPast)
        if let zone = recipient.preferences.timezone.flatMap({ try? TimeZoneRules.named($0) }) { recipient.zone = zone }
    }
    private mutating func readReach(_ given: JSONValue?) {
        let reach = value("recipient.reach", given, "must be an object", \.object) ?? [:]
        for (name, isReached) in reach.sorted(by: { $0.key < $1.key }) {
            guard let channel = ChannelName(rawValue: name) else {
                check.fail("recipient.reach.\(name)", "is not a channel")
                continue
            }
            if value("recipient.reach.\(name)", isReached, "must be true or false", \.bool) == true { recipient.reach.insert(channel) }
        }
    }
    private mutating func preferences(_ value: JSONValue?, onto old: Preferences, path: String, at now: Timestamp) -> Preferences {
        guard let value, value != .null else { return old }
        guard let members = value.object else {
            check.fail(path, "must be an object")
            return old
        }
        var form = PreferenceForm(old, policy: policy, roles: recipient.roles + policy.vocabulary.digestChoices.map(\.role),
                                  zone: recipient.zone.name, locale: policy.languages.first ?? "en", now: now)
        var plain = members
        // Snoozes are taken as they are: the clock is the candidates'.
        let snoozes = plain.removeValue(forKey: "snoozes")
        form.take(plain)
        check.take(form.check.errors, below: path)
        var preferences = form.preferences
        if let given = self.value("\(path).snoozes", snoozes, "must be a list", \.array) {
            preferences.snoozes = []
            for (index, snooze) in given.enumerated() { take(snooze, path: "\(path).snoozes.\(index)", into: &preferences) }
        }
        // An explicit choice is one, also when it says what would have been so anyway.
        for (name, switches) in members["categories"]?.object ?? [:] where policy.categories[name] != nil {
            for (channel, isOn) in switches.object ?? [:] {
                if let channel = ChannelName(rawValue: channel), let isOn = isOn.bool {
                    preferences.categories[name, default: [:]][channel] = isOn
                }
            }
        }
        return preferences
    }

    private mutating func take(_ snooze: JSONValue, path: String, into preferences: inout Preferences) {
        let given = snooze["type"]?.string ?? "", names = Array(policy.categories.keys) + Array(policy.types.keys)
        let type = NotificationPolicy.known(given, among: names)
        if type == nil { check.fail("\(path).type", "is not a category or type") }
        if snooze["until"] ?? .null == .null { check.fail("\(path).until", "must be a time") }
        guard let type, let until = time("\(path).until", snooze["until"]) else { return }
        preferences.snoozes.append(.init(type: type, until: until))
    }

    private mutating func readHistory() {
        let entries = body["history"]?.array ?? []
        // No rule counts older messages.
        let oldest = (planned.map(\.evaluateAt).min() ?? .distantPast) - History.duplicatesWithin
        if entries.count > Self.historyMax { return check.fail("history", "may have \(Self.historyMax) entries") }
        var sent: [History.Sent] = []
        for (index, entry) in entries.enumerated() {
            guard let type = entry["type"]?.string, policy.types[type] != nil else {
                check.fail("history.\(index).type", "is not a type")
                continue
            }
            guard let at = time("history.\(index).sentAt", entry["sentAt"]) else {
                if entry["sentAt"] ?? .null == .null { check.fail("history.\(index).sentAt", "is required") }
                continue
            }
            guard at > oldest else { continue }
            sent.append(History.Sent(type: type, sentAt: at, subject: entry["subject"]?.string,
                                     changed: Set(entry["changed"]?.array?.compactMap(\.string) ?? []),
                                     startDate: time("history.\(index).startDate", entry["startDate"])))
            history.everSent[type, default: 0] += 1
            if let key = entry["dedupeKey"]?.string, at > history.decided[key]?.at ?? .distantPast {
                history.decided[key] = History.Decided(at: at, candidateId: "history")
            }
        }
        history = History(sent: sent, everSent: history.everSent, decided: history.decided)
    }

    private mutating func readCandidates() {
        let given = body["candidates"]?.array ?? []
        guard (1...Self.candidatesMax).contains(given.count) else { return check.fail("candidates", "must be 1 to \(Self.candidatesMax)") }
        var refs: Set<String> = []
        for (index, entry) in given.enumerated() {
            let path = "candidates.\(index)"
            let ref = entry["ref"]?.string ?? entry["ref"]?.int.map(String.init) ?? "c\(index + 1)"
            if !refs.insert(ref).inserted { check.fail("\(path).ref", "comes twice") }
            let type = entry["type"]?.string ?? ""
            if policy.types[type] == nil { check.fail("\(path).type", "is not a type") }
            guard let at = time("\(path).at", entry["at"]) else {
                if entry["at"] ?? .null == .null { check.fail("\(path).at", "is required") }
                continue
            }
            if let facts = entry["facts"], facts != .null, facts.object == nil { check.fail("\(path).facts", "must be an object") }
            let candidate = Candidate(id: ref, type: type, recipientId: recipient.id, at: at,
                                      subject: value("\(path).subject", entry["subject"], "must be text", \.string),
                                      dedupeKey: value("\(path).dedupeKey", entry["dedupeKey"], "must be text", \.string),
                                      isFlush: value("\(path).flush", entry["flush"], "must be true or false", \.bool) ?? false,
                                      facts: Facts(entry["facts"]?.object ?? [:]))
            planned.append(.init(candidate, evaluateAt: time("\(path).evaluateAt", entry["evaluateAt"]) ?? at))
        }
    }

    private mutating func readChanges() {
        var given: [(at: Timestamp, index: Int, entry: JSONValue)] = []
        for (index, entry) in (body["changes"]?.array ?? []).enumerated() {
            let path = "changes.\(index)"
            if let at = time("\(path).at", entry["at"]) { given.append((at, index, entry)) } else if entry["at"] ?? .null == .null {
                check.fail("\(path).at", "is required")
            }
        }
        var preferences = recipient.preferences
        // Each change builds on the earlier ones, by time and not by position in the request.
        for (at, index, entry) in given.sorted(by: { ($0.at, $0.index) < ($1.at, $1.index) }) {
            let path = "changes.\(index)"
            if let ref = entry["ref"]?.string ?? entry["ref"]?.int.map(String.init) {
                if !planned.contains(where: { $0.candidate.id == ref }) { check.fail("\(path).ref", "is not a candidate") }
                let facts = value("\(path).facts", entry["facts"], "must be an object", \.object) ?? [:]
                changes.append((at, .facts(ref: ref, Facts(facts))))
            } else {
                preferences = self.preferences(entry["preferences"], onto: preferences, path: "\(path).preferences", at: at)
                changes.append((at, .preferences(preferences)))
            }
        }
    }

    private mutating func readEnd() {
        let first = planned.min { $0.candidate.at < $1.candidate.at }
        let begin = first?.candidate.at ?? .distantPast, firstAsked = planned.map(\.evaluateAt).min() ?? .distantPast
        // A question about old messages is evaluated at their time.
        end = time("to", body["to"]) ?? max(begin + .days(Self.daysStandard), first?.evaluateAt ?? begin)
        if body["to"] != nil, end - firstAsked > .days(Self.daysMax) {
            check.fail("to", "may be \(Self.daysMax) days after the first candidate")
        }
        if !planned.isEmpty, end < firstAsked { check.fail("to", "may not lie before the first candidate") }
        for category in body["openAlerts"]?.array?.compactMap(\.string) ?? [] where policy.categories[category] == nil {
            check.fail("openAlerts", "there is no category '\(category)'")
        }
    }

    // MARK: - The run

    /// Runs it and answers every decision, in the order of time.
    package func run() throws -> JSONValue {
        let alerts = Set(body["openAlerts"]?.array?.compactMap(\.string) ?? [])
        let simulation = Simulation(policy, recipient: recipient, history: history, openAlerts: alerts)
        do { try simulation.run(planned, changes: changes, until: end) } catch is Simulation.TooManyDecisions { throw Self.isTooLong }
        var byDecision: [String: Int] = [:], byCategory: [String: Int] = [:], byDay: [String: Int] = [:]
        var sent: [JSONValue] = []
        let decisions = simulation.lines.map { line -> JSONValue in
            let category = policy.types[line.type]?.cat ?? ""
            byDecision[line.decision.name, default: 0] += 1
            let channels = JSONValue.array(line.decision.channels.map { .string($0.rawValue) })
            if line.decision.kind == .send {
                byCategory[category, default: 0] += 1
                byDay[recipient.zone.local(line.at).date.description, default: 0] += 1
                sent.append(["ref": .string(line.ref), "at": .string(line.at.wholeSeconds.description), "type": .string(line.type),
                             "category": .string(category), "channels": channels])
            }
            var members: [String: JSONValue] = [
                "ref": .string(line.ref), "type": .string(line.type), "category": .string(category),
                "at": .string(line.at.wholeSeconds.description),
                "decision": .string(line.decision.name), "channels": channels, "reasons": .array(line.decision.reasons.map { .string($0) }),
                "why": .string(line.why),
            ]
            members["until"] = line.decision.until.map { .string($0.wholeSecondsUp.description) }
            members["into"] = line.decision.into.map { .string($0) }
            return .object(members)
        }
        let answer: JSONValue = [
            "policyVersion": .int(policy.version), "decisions": .array(decisions), "sent": .array(sent),
            "summary": ["byDecision": .object(byDecision.mapValues { .int($0) }),
                        "byCategory": .object(byCategory.mapValues { .int($0) }), "byDay": .object(byDay.mapValues { .int($0) })],
        ]
        guard try JSON.encode(answer).count <= Self.bytesMax else { throw Self.isTooLong }
        return answer
    }
    private static let isTooLong = Rejection.invalid([
        "candidates": ["lead to more decisions than an answer holds: ask for fewer, or a shorter time"],
    ])
}
