import Kernel

/// The engine on a virtual clock and in memory: one recipient, the given candidates, the same loop as the service.
package final class Simulation: EngineStore {
    package struct Line: Sendable {
        package let ref: String
        package let type: String
        package let at: Timestamp
        package let decision: Decision
        package let why: String
    }
    package struct Planned: Sendable {
        package let candidate: Candidate
        package let evaluateAt: Timestamp
        package init(_ candidate: Candidate, evaluateAt: Timestamp) { (self.candidate, self.evaluateAt) = (candidate, evaluateAt) }
    }
    /// More than anybody reads, or an answer holds.
    struct TooManyDecisions: Error {}
    private static let linesMax = 10_000
    package enum Change: Sendable {
        case preferences(Preferences)
        case facts(ref: String, Facts)
    }

    package let policy: NotificationPolicy
    package private(set) var lines: [Line] = []
    private var person: DecisionRecipient
    private let alerts: Set<String>
    private var past: History
    /// What was sent, as it was given, after the virtual clock's time: the newest first.
    private var upcoming: [History.Sent]
    /// `order`: of the entry in the queue that stands for it. After a change of its facts an older one may be due at the
    /// same instant.
    private var held: [String: (candidate: Candidate, until: Timestamp, order: DueOrder)] = [:]
    private var factChanges: [String: [Facts]] = [:]
    private struct Bucket { let name: String; var until: Timestamp; var order: DueOrder?; var entries: [Candidate] }
    private var buckets: [String: Bucket] = [:]
    /// The names of flushes in the answer: the digest's name alone.
    private var flushRefs: [String: String] = [:]
    private var queue = DueQueue()

    package init(_ policy: NotificationPolicy, recipient: DecisionRecipient, history: History = History(), openAlerts: Set<String> = []) {
        (self.policy, person, alerts) = (policy, recipient, openAlerts)
        upcoming = history.sent.reversed()
        past = History(everSent: history.everSent, decided: history.decided)
    }

    /// Runs everything due until `end`, in the order of time.
    package func run(_ planned: [Planned], changes: [(at: Timestamp, change: Change)] = [], until end: Timestamp) throws {
        let engine = Engine(self)
        for (index, change) in changes.enumerated() { queue.add(.change(index), at: change.at, nil) }
        for (index, plan) in planned.enumerated() {
            queue.add(.new(index), at: plan.evaluateAt, Engine.order(of: plan.candidate, person, policy))
        }
        while let due = queue.next(until: end) {
            guard lines.count <= Self.linesMax else { throw TooManyDecisions() }
            let now = due.at
            switch due.work {
            case .new(let index): try engine.accept(planned[index].candidate, at: now)
            case .held(let id):
                // What was moved or settled meanwhile has another entry in the queue, or none.
                guard let waiting = held[id], waiting.until == now, waiting.order == due.order else { continue }
                try engine.reconsider(waiting.candidate, at: now)
            case .bucket(let key):
                guard let bucket = buckets[key], bucket.until == now, bucket.order == due.order else { continue }
                buckets[key] = nil
                try engine.flush(bucket.name, bucket.entries, id: Self.flushID(key), until: bucket.until, at: now)
            case .change(let index): try apply(changes[index].change, engine, at: now)
            }
        }
    }

    private func apply(_ change: Change, _ engine: Engine, at now: Timestamp) throws {
        var affected = held.values.map(\.candidate)
        switch change {
        case .preferences(let preferences):
            person.preferences = preferences
            if let zone = preferences.timezone.flatMap({ try? TimeZoneRules.named($0) }) { person.zone = zone }
        case .facts(let ref, let facts):
            // Keep the change also for a candidate that is not due yet.
            factChanges[ref, default: []].append(facts)
            affected.removeAll { $0.id != ref }
        }
        let ordered = affected.map { ($0, Engine.order(of: $0, person, policy)) }.sorted { $0.1 < $1.1 }
        for (candidate, _) in ordered where held[candidate.id] != nil { try engine.reconsider(candidate, at: now) }
    }

    // MARK: - EngineStore

    package func recipient(_ id: String) -> DecisionRecipient { person }
    package func history(of recipient: DecisionRecipient, dedupeKey: String?, at now: Timestamp) -> History {
        while let next = upcoming.last, next.sentAt <= now {
            past.add(next)
            upcoming.removeLast()
        }
        past.forget(until: now - History.kept)
        return past
    }
    package func openAlerts() -> Set<String> { alerts }
    package func refreshed(_ candidate: Candidate, at now: Timestamp) -> Candidate {
        // Apply each change once: a candidate that replaces another inherits its changes and must keep them.
        guard let changes = factChanges.removeValue(forKey: candidate.id) else { return candidate }
        var fresh = candidate
        for change in changes {
            fresh.facts.members = MergePatch.apply(.object(change.members), to: .object(fresh.facts.members)).object ?? [:]
        }
        return fresh
    }
    package func held(collapsing key: String, recipient: String) -> Candidate? {
        held.values.filter { $0.candidate.collapseKey == key }.min { $0.candidate.id < $1.candidate.id }?.candidate
    }
    package func promised(_ digest: String, _ candidate: Candidate) -> Timestamp? {
        buckets[DigestKey.text(digest, candidate, .distantPast)]?.until
    }
    package func isRead(_ candidate: Candidate) -> Bool { false }
    package func leaveDigest(_ candidate: Candidate, into flush: String?, at now: Timestamp) {}

    package func settle(_ candidate: Candidate, _ decision: Decision, for recipient: DecisionRecipient, at now: Timestamp) {
        held[candidate.id] = nil
        let why = Why(language: TextLanguage(tag: person.preferences.locale ?? policy.languages.first ?? "en"), zone: person.zone,
                      policy: policy, openAlerts: alerts)
        let sentence = [base(candidate, why, at: now), why.sentence(decision, at: now)].compactMap { $0 }.joined(separator: " ")
        lines.append(Line(ref: flushRefs[candidate.id] ?? candidate.id, type: candidate.type, at: now, decision: decision, why: sentence))
        if !decision.isDrop, let key = candidate.dedupeKey { past.decided[key] = History.Decided(at: now, candidateId: candidate.id) }
        switch decision.kind {
        case .send:
            past.add(History.Sent(type: candidate.type, sentAt: now, subject: candidate.subject, changed: candidate.facts.changed,
                                  startDate: policy.vocabulary.start(in: candidate.facts)))
            past.everSent[candidate.type, default: 0] += 1
        case .delay(let until):
            let order = Engine.order(of: candidate, recipient, policy)
            held[candidate.id] = (candidate, until, order)
            queue.add(.held(candidate.id), at: until, order)
        case .digest(let into, let until): join(into, candidate, until, recipient)
        case .emailInstead, .feedOnly, .drop: break  // Only a send counts anywhere.
        }
    }
    /// The type's own sentence where the given facts fill it, as in the feed; else the one about what ties the recipient to it.
    private func base(_ candidate: Candidate, _ why: Why, at now: Timestamp) -> String {
        let template = TextTemplate(facts: candidate.facts.members, zone: person.zone, now: now, language: why.language,
                                    words: policy.vocabulary)
        let own = policy.texts(of: candidate.type, locale: why.language.rawValue)?.texts.why.flatMap { template.renderedWhole($0) }
        return own ?? why.sentence(relations: candidate.facts.relations,
                                   title: policy.vocabulary.title(in: candidate.facts) ?? candidate.subject ?? "")
    }
    /// Several digests of one name may wait, for different events or days: each is its own candidate.
    private static func flushID(_ key: String) -> String { "digest:\(key)" }
    private func join(_ name: String, _ candidate: Candidate, _ until: Timestamp, _ recipient: DecisionRecipient) {
        let key = DigestKey.text(name, candidate, until)
        var bucket = buckets[key] ?? Bucket(name: name, until: until, entries: [])
        bucket.until = until
        bucket.entries.append(candidate)
        let type = policy.digests[name]?.type ?? candidate.type
        var flush = Candidate(id: Self.flushID(key), type: type, recipientId: candidate.recipientId, at: until, isFlush: true)
        flushRefs[flush.id] = "digest:\(name)"
        // An update has the deadline of its event, which determines its order.
        if name == NotificationPolicy.eventUpdatesDigest { flush.facts = candidate.facts }
        bucket.order = Engine.order(of: flush, recipient, policy)
        buckets[key] = bucket
        queue.add(.bucket(key), at: until, bucket.order)
    }
}

/// Which digest an entry belongs to: one per instant; updates of an event are one per event.
package enum DigestKey {
    package static func text(_ name: String, _ candidate: Candidate, _ until: Timestamp) -> String {
        name == NotificationPolicy.eventUpdatesDigest ? "\(name):\(candidate.subject ?? "")" : "\(name):\(until.millisecondsSinceEpoch)"
    }
}

/// RFC 7396.
package enum MergePatch {
    package static func apply(_ patch: JSONValue, to target: JSONValue?) -> JSONValue {
        guard case .object(let changes) = patch else { return patch }
        var members = target?.object ?? [:]
        for (key, value) in changes {
            if value == .null { members.removeValue(forKey: key) } else { members[key] = apply(value, to: members[key]) }
        }
        return .object(members)
    }
}

/// Work by the time it is due; of the same instant changes first, then by category, deadline, age and id.
struct DueQueue {
    enum Work { case change(Int), new(Int), held(String), bucket(String) }
    struct Entry { let at: Timestamp; let order: DueOrder?; let sequence: Int; let work: Work }
    private var heap: [Entry] = []
    private var sequence = 0

    mutating func add(_ work: Work, at: Timestamp, _ order: DueOrder?) {
        heap.append(Entry(at: at, order: order, sequence: sequence, work: work))
        sequence += 1
        var child = heap.count - 1
        while child > 0, case let parent = (child - 1) / 2, Self.isBefore(heap[child], heap[parent]) {
            heap.swapAt(child, parent)
            child = parent
        }
    }
    mutating func next(until end: Timestamp) -> Entry? {
        guard let first = heap.first, first.at <= end else { return nil }
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && Self.isBefore(heap[child], heap[least]) {
                least = child
            }
            if least == parent { return first }
            heap.swapAt(parent, least)
            parent = least
        }
    }
    private static func isBefore(_ a: Entry, _ b: Entry) -> Bool {
        if a.at != b.at { return a.at < b.at }
        switch (a.order, b.order) {
        case (nil, nil): return a.sequence < b.sequence
        case (nil, _): return true
        case (_, nil): return false
        case (let mine?, let other?): return mine == other ? a.sequence < b.sequence : mine < other
        }
    }
}
