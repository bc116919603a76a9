import Kernel

/// Where the engine finds what it needs and leaves what it decided: rows in the service, memory in the simulator.
package protocol EngineStore: AnyObject {
    var policy: NotificationPolicy { get }
    func recipient(_ id: String) throws -> DecisionRecipient
    /// What was sent to the recipient in the last 40 days, and what was decided under this key.
    func history(of recipient: DecisionRecipient, dedupeKey: String?, at now: Timestamp) throws -> History
    func openAlerts() throws -> Set<String>
    /// The candidate with the facts of its subject as they are now.
    func refreshed(_ candidate: Candidate, at now: Timestamp) throws -> Candidate
    /// The candidate that waits for its time under this key.
    func held(collapsing key: String, recipient: String) throws -> Candidate?
    /// When the waiting digest for this kind of candidate leaves; nil: no digest waits.
    func promised(_ digest: String, _ candidate: Candidate) throws -> Timestamp?
    /// True when the recipient has read the entry in the feed.
    func isRead(_ candidate: Candidate) throws -> Bool
    /// Takes note of an evaluation and does what it says: holds, batches, sends, shows or drops.
    func settle(_ candidate: Candidate, _ decision: Decision, for recipient: DecisionRecipient, at now: Timestamp) throws
    /// A candidate became part of a digest message, or fell out of it.
    func leaveDigest(_ candidate: Candidate, into flush: String?, at now: Timestamp) throws
}

/// What moves candidates from state to state; the same for the service and for the simulator.
package struct Engine {
    package let store: any EngineStore
    package init(_ store: any EngineStore) { self.store = store }

    /// A new candidate. One that waits under the same collapse key is replaced by it.
    @discardableResult
    package func accept(_ candidate: Candidate, at now: Timestamp) throws -> Decision {
        let candidate = try store.refreshed(keyed(candidate), at: now)
        let old = try candidate.collapseKey.flatMap { try store.held(collapsing: $0, recipient: candidate.recipientId) }
        let merged = old.flatMap { $0.id == candidate.id ? nil : self.merged($0, with: candidate) } ?? candidate
        let decision = try evaluate(merged, at: now)
        if let old, old.id != candidate.id, decision.reasons != ["duplicate"] {
            try store.settle(old, Decision(.drop, ["superseded"]), for: try store.recipient(old.recipientId), at: now)
        }
        return decision
    }

    /// A candidate whose time has come, or for which something changed.
    @discardableResult
    package func reconsider(_ candidate: Candidate, at now: Timestamp) throws -> Decision {
        try evaluate(try store.refreshed(candidate, at: now), at: now)
    }

    private func evaluate(_ candidate: Candidate, at now: Timestamp) throws -> Decision {
        let recipient = try store.recipient(candidate.recipientId)
        let history = try store.history(of: recipient, dedupeKey: candidate.dedupeKey, at: now)
        let decided = Deciding.decide(candidate, history, recipient, store.policy, openAlerts: try store.openAlerts(), now: now)
        let decision = try keepingPromise(decided, candidate, recipient, at: now)
        try store.settle(candidate, decision, for: recipient, at: now)
        return decision
    }

    /// Another change of an event delays the one message about all changes, but never past the deadline: then the
    /// message leaves as planned.
    private func keepingPromise(_ decision: Decision, _ candidate: Candidate, _ recipient: DecisionRecipient,
                                at now: Timestamp) throws -> Decision {
        guard case .digest(NotificationPolicy.eventUpdatesDigest, let until) = decision.kind,
            let type = store.policy.types[candidate.type], let category = store.policy.categories[type.cat],
            let promised = try store.promised(NotificationPolicy.eventUpdatesDigest, candidate), promised < until else { return decision }
        let question = DecisionQuestion(candidate, type, category, recipient, History(), store.policy, openAlerts: [], now: now)
        guard until > question.deadline else { return decision }
        return Decision(.digest(into: NotificationPolicy.eventUpdatesDigest, until: promised), channels: decision.channels,
                        decision.reasons)
    }

    /// A digest leaves: what is still valid of it becomes one message.
    @discardableResult
    package func flush(_ name: String, _ entries: [Candidate], id: String, until: Timestamp, at now: Timestamp) throws -> Decision? {
        guard let last = entries.last else { return nil }
        let fresh = try entries.map { try store.refreshed($0, at: now) }
        let valid = try fresh.filter { try isStillWorthIt($0, at: now) }
        for entry in fresh { try store.leaveDigest(entry, into: valid.contains { $0.id == entry.id } ? id : nil, at: now) }
        let isUpdate = name == NotificationPolicy.eventUpdatesDigest
        var flush = Candidate(id: id, type: store.policy.digests[name]?.type ?? last.type, recipientId: last.recipientId, at: until,
                              isFlush: true)
        if isUpdate, let newest = valid.last ?? fresh.last {
            (flush.facts, flush.subject) = (newest.facts, newest.subject)
            let changed = Self.combine(valid, into: &flush.facts)
            flush.type = store.policy.eventUpdates?.type(for: changed) ?? newest.type
            // Without news it replaces no update that waits.
            flush.collapseKey = !valid.isEmpty && flush.facts["open"]?.bool == false ? nil : newest.collapseKey
        }
        flush.facts.set("items", .array(valid.map { $0.asDigestItem(store.policy.vocabulary) }))
        flush.facts.set("relations",
                        .array(valid.reduce(into: Set<String>()) { $0.formUnion($1.facts.relations) }.sorted().map { .string($0) }))
        // A digest that is empty has no relation left to be relevant by; it is dropped as what it is.
        return try accept(flush, at: now)
    }
    /// Refunded sales, events that are over or off, what does not concern the recipient any more and what was read in the feed are no
    /// news any more.
    private func isStillWorthIt(_ entry: Candidate, at now: Timestamp) throws -> Bool {
        if let needs = store.policy.types[entry.type]?.needs, !needs.isEmpty, needs.isDisjoint(with: entry.facts.relations) { return false }
        if let occasion = store.policy.vocabulary.occasion(in: entry.facts) {
            if let end = entry.facts.time(occasion.end), now > end { return false }
            if occasion.isOff(entry.facts) { return false }
        }
        if entry.facts["open"]?.bool == false || entry.facts["refunded"]?.bool == true { return false }
        return try !store.isRead(entry)
    }

    // MARK: - Collapsing

    private func keyed(_ candidate: Candidate) -> Candidate {
        guard candidate.collapseKey == nil, !candidate.isFlush, let template = store.policy.types[candidate.type]?.collapse else {
            return candidate
        }
        var keyed = candidate
        keyed.collapseKey = KeyTemplate(template).filled(candidate.facts, subject: candidate.subject)
        return keyed
    }
    /// The newer one, with what the older one would have told.
    private func merged(_ old: Candidate, with new: Candidate) -> Candidate {
        var merged = new
        if store.policy.sales?.type == new.type {
            merged.facts.set("count", .int(Self.total(old.facts["count"]?.int ?? 1, new.facts["count"]?.int ?? 1)))
        }
        if !old.facts.changed.union(new.facts.changed).isEmpty {
            let changed = Self.combine([old, new], into: &merged.facts)
            if let rule = store.policy.eventUpdates, rule.types.contains(new.type), let type = rule.type(for: changed) {
                merged.type = type
            }
        }
        return merged
    }
    /// Makes several updates of one subject, oldest first, one update: each field as it was before the first and is after
    /// the last update that changed it. A field that is again what it was does not count as changed; without any, the
    /// message is resolved. Answers the changed fields.
    private static func combine(_ updates: [Candidate], into facts: inout Facts) -> Set<String> {
        var changed = updates.reduce(into: Set<String>()) { $0.formUnion($1.facts.changed) }
        let hadNews = !changed.isEmpty
        for field in changed {
            let changing = updates.filter { $0.facts.changed.contains(field) }.map(\.facts)
            for path in ["\(field).before", "was.\(field)"] { if let value = changing.first?[path] { facts.set(path, value) } }
            for path in ["\(field).after", "now.\(field)"] { if let value = changing.last?[path] { facts.set(path, value) } }
            if let was = changing.first?["was.\(field)"], was == changing.last?["now.\(field)"] { changed.remove(field) }
        }
        facts.set("changed", .array(changed.sorted().map { .string($0) }))
        if hadNews, changed.isEmpty { facts.set("open", .bool(false)) }
        return changed
    }

    /// Facts may come from outside: a number too large stays at the largest.
    private static func total(_ a: Int, _ b: Int) -> Int {
        let (sum, isOver) = max(0, a).addingReportingOverflow(max(0, b))
        return isOver ? .max : sum
    }

    /// What decides who goes first of those that are due at the same instant: category, deadline, age, id.
    package static func order(of candidate: Candidate, _ recipient: DecisionRecipient, _ policy: NotificationPolicy) -> DueOrder {
        guard let type = policy.types[candidate.type], let category = policy.categories[type.cat] else {
            return DueOrder(rank: 99, deadline: .distantFuture, at: candidate.at, id: candidate.id)
        }
        let question = DecisionQuestion(candidate, type, category, recipient, History(), policy, openAlerts: [], now: candidate.at)
        return DueOrder(rank: category.rank, deadline: question.deadline, at: candidate.at, id: candidate.id)
    }
}

package struct DueOrder: Comparable, Sendable {
    package let rank: Int
    package let deadline: Timestamp
    package let at: Timestamp
    package let id: String
    package static func < (a: DueOrder, b: DueOrder) -> Bool { (a.rank, a.deadline, a.at, a.id) < (b.rank, b.deadline, b.at, b.id) }
    /// As a timer id: timers that are due together fire in the order of their ids.
    package var timerID: String {
        func pad(_ number: Int64, _ width: Int) -> String {
            let digits = String(max(0, number))
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "due:\(pad(Int64(rank + 1), 2)):\(pad(deadline.millisecondsSinceEpoch, 15)):\(pad(at.millisecondsSinceEpoch, 15)):\(id)"
    }
}

/// `refund:{refund}`, `event:{event}`: keys that facts fill.
package struct KeyTemplate: Sendable {
    let template: String
    package init(_ template: String) { self.template = template }

    /// Nil when a fact is missing. A name means the fact, or the id of the object under that name, or (with `subject`) the subject.
    package func filled(_ facts: Facts, subject: String? = nil) -> String? {
        var out = "", rest = template[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = String(rest[rest.index(after: open)..<close])
            guard let value = Self.text(facts[name]) ?? Self.text(facts["\(name).id"]) ?? subject else { return nil }
            out += rest[..<open] + value
            rest = rest[rest.index(after: close)...]
        }
        return out + rest
    }
    private static func text(_ value: JSONValue?) -> String? { value?.string ?? value?.int.map(String.init) }
}

extension Candidate {
    /// As an entry of a digest.
    func asDigestItem(_ words: PolicyVocabulary) -> JSONValue {
        var members: [String: JSONValue] = ["id": .string(id), "type": .string(type)]
        members["subject"] = subject.map { .string($0) }
        members["title"] = words.occasion(in: facts).flatMap { facts[$0.title] }
        members["count"] = facts["count"]
        return .object(members)
    }
}
