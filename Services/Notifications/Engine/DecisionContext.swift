import Contracts
import Kernel
import Messaging
import NotificationPolicy
import NotificationsKit
import ServiceKit

/// The engine's store over this service's rows: what a decision needs, and what follows from it.
package final class DecisionContext: EngineStore {
    package let tx: NotificationsTransaction
    package let policy: NotificationPolicy
    /// What an event names is taken for true although its owner was not heard of yet: topics have no order among each other.
    private let trustsRecipients: Bool
    private var alerts: Set<String>?
    /// Categories in which no send of this message can open an alert any more.
    private var withoutAlert: Set<String> = []
    /// Rows of candidates as they are; nil: there is none.
    private var reading: [String: StoredCandidate?] = [:]
    /// Who was read last.
    private var person: RecipientStore.Person?
    /// What is told to many is worked out once.
    private let composer: MessageComposer
    private let sources: NotificationSources
    /// Facts of subjects, as this message found them.
    private var subjects: [Subject: Facts?] = [:]
    private var merged: [Merged] = []
    /// Of candidates this engine sees for the first time: whether their facts were given, and which campaign they belong to.
    package var isFixed = false
    package var campaignId: String?
    package private(set) var last: (candidate: Candidate, decision: Decision)?

    package init(_ tx: NotificationsTransaction, trustsRecipients: Bool = true) throws {
        (self.tx, policy, sources, self.trustsRecipients, composer) =
            (tx, try tx.policy(), tx.sources, trustsRecipients, MessageComposer(tx))
    }

    // MARK: - What a decision needs

    package func recipient(_ id: String) throws -> DecisionRecipient {
        let user = User.ID(id)
        let person = try tx.recipients.person(user)
        self.person = person
        let (addressed, known) = (person.recipient, person.profile)
        let mounted = Set(composer.channels.filter { !$0.addresses(of: addressed).isEmpty }.map(\.name))
        var reach = mounted.intersection([.push, .email])
        // A number counts once it is proved. Codes that prove one go without a decision.
        if mounted.contains(.sms), known?.verifiedPhone == addressed.phone || known?.isContact == true { reach.insert(.sms) }
        let preferences = try tx.preferences.find(id)
        let isErased = try known == nil && (tx.recipients.isErased(user) || !trustsRecipients)
        return DecisionRecipient(id: id, isKnown: !isErased, zone: try policy.zone(known, preferences), roles: known?.roles ?? [],
                                 createdAt: known?.createdAt, lastActivityAt: known?.lastActivityAt ?? known?.createdAt,
                                 ticketsLast30Days: try purchases(of: id), maxTravelKm: known?.maxTravelKm, reach: reach,
                                 preferences: preferences)
    }
    private func purchases(of id: String) throws -> Int {
        guard let rule = policy.frequentBuyers else { return 0 }
        return try sources.all.reduce(0) { try $0 + $1.purchases(of: User.ID(id), since: tx.now - rule.within.elapsed, in: tx) }
    }
    package func history(of recipient: DecisionRecipient, dedupeKey: String?, at now: Timestamp) throws -> History {
        try tx.history.history(of: recipient.id, dedupeKey: dedupeKey, at: now)
    }
    package func openAlerts() throws -> Set<String> {
        if let alerts { return alerts }
        let open = try tx.preferences.openAlerts()
        alerts = open
        return open
    }
    package func held(collapsing key: String, recipient: String) throws -> Candidate? {
        guard let stored = try tx.candidates.held(collapsing: key, recipient: recipient) else { return nil }
        reading[stored.candidate.id] = stored
        return stored.candidate
    }
    package func promised(_ digest: String, _ candidate: Candidate) throws -> Timestamp? {
        try tx.candidates.entries(of: DigestKey.text(digest, candidate, .distantPast), recipient: candidate.recipientId).last?.until
    }
    package func isRead(_ candidate: Candidate) throws -> Bool {
        try tx.feed.find(candidate.id, of: User.ID(candidate.recipientId))?.isRead ?? false
    }

    /// What is known of the subject goes before what was known when it was triggered.
    package func refreshed(_ candidate: Candidate, at now: Timestamp) throws -> Candidate {
        let stored = try stored(candidate)
        guard !(stored?.isFixed ?? isFixed) else { return candidate }
        var fresh = candidate
        var known: Facts?
        for (place, source) in sources.all.enumerated() {
            guard let id = source.subject(of: candidate) else { continue }
            let subject = Subject(place: place, id: id)
            guard let facts = try facts(of: subject) else { continue }
            known = facts
            fresh.facts = merge(candidate.facts, with: facts, of: subject, try source.relations(of: candidate, to: id, in: tx))
            if try source.isRefunded(candidate, in: tx) { fresh.facts.set("refunded", true) }
            break
        }
        if let condition = policy.types[candidate.type]?.open, let isOpen = try sources.isOpen(condition, fresh, knowing: known, in: tx) {
            fresh.facts.set("open", .bool(isOpen))
        }
        return fresh
    }
    /// What a candidate is about, at the source in this place.
    private struct Subject: Hashable {
        let place: Int
        let id: String
    }
    /// Given facts of a subject, and what they became.
    private struct Merged {
        let subject: Subject
        let relations: Set<String>
        let given, result: Facts
    }
    private static let mergedMax = 8

    /// People of one slice have the same facts but for what ties them to the subject.
    private func merge(_ given: Facts, with facts: Facts, of subject: Subject, _ relations: Set<String>) -> Facts {
        if let known = merged.first(where: { $0.subject == subject && $0.relations == relations && $0.given == given }) {
            return known.result
        }
        var result = given
        for (name, value) in facts.members { result.members[name] = MergePatch.apply(value, to: result.members[name]) }
        result.set("relations", .array(relations.sorted().map { .string($0) }))
        if merged.count == Self.mergedMax { merged.removeFirst() }
        merged.append(Merged(subject: subject, relations: relations, given: given, result: result))
        return result
    }
    private func facts(of subject: Subject) throws -> Facts? {
        if let known = subjects[subject] { return known }
        let found = try sources.all[subject.place].facts(of: subject.id, in: tx)
        subjects[subject] = .some(found)
        return found
    }
    private func stored(_ candidate: Candidate) throws -> StoredCandidate? {
        if let known = reading[candidate.id] { return known }
        let found = try tx.candidates.find(candidate.id)
        reading[candidate.id] = .some(found)
        return found
    }
    /// Hands in a row that was read already.
    package func know(_ stored: StoredCandidate) { reading[stored.candidate.id] = stored }
    /// The id was made just now: it has no row.
    package func know(new id: String) { reading[id] = .some(nil) }

    // MARK: - What follows

    package func settle(_ candidate: Candidate, _ decision: Decision, for recipient: DecisionRecipient, at now: Timestamp) throws {
        // The tenant sends no such thing any more.
        guard let type = policy.types[candidate.type], let category = policy.categories[type.cat] else { return }
        let before = try stored(candidate)
        var row = before ?? StoredCandidate(candidate: candidate, state: .dropped, isFixed: isFixed, campaignId: campaignId,
                                            variant: policy.variant(of: type, recipient: recipient.id)?.id, createdAt: now)
        if let timer = row.timerId { tx.cancelTimer(timer) }
        row.candidate = candidate
        (row.until, row.bucket, row.timerId) = (decision.until, nil, nil)
        row.evaluations += 1
        switch decision.kind {
        case .send: row.state = .sent
        case .emailInstead: row.state = .emailed
        case .feedOnly: row.state = .shown
        case .drop: row.state = .dropped
        case .delay(let until):
            let timer = Engine.order(of: candidate, recipient, policy).timerID
            (row.state, row.timerId) = (.held, timer)
            try tx.schedule(timer, at: until, EvaluateCandidate(candidateId: candidate.id))
        case .digest(let into, let until):
            row.state = .batched
            row.bucket = try join(into, candidate, recipient, until: until)
        }
        try tx.candidates.save(row, category: category.name, facts: composer.shared(candidate).text, at: now)
        reading[candidate.id] = row
        if before == nil, let named = sources.person(namedIn: candidate.facts) {
            try tx.namings.note(candidate.id, of: User.ID(candidate.recipientId), names: named)
        }
        let evaluation = CandidateStore.Evaluation(candidateId: candidate.id, recipientId: candidate.recipientId, type: type.name,
                                                   category: category.name, at: now, decision: decision, policyVersion: policy.version)
        try tx.candidates.append(evaluation, number: row.evaluations, variant: row.variant, isEventTriggered: type.isEventTriggered)
        if !decision.isDrop { try tx.history.decided(candidate, at: now) }
        if type.perSubject != nil { try tx.history.note(candidate, decision, at: now) }
        if decision.kind == .send { try remember(candidate, in: category, at: now) }
        last = (candidate, decision)
        let addressed = try person.flatMap { $0.recipient.userId.rawValue == recipient.id ? $0 : nil } ?? tx.recipients.person(
            User.ID(recipient.id))
        try NotificationRenderer(tx: tx, policy: policy, at: now, composer: composer, openAlerts: openAlerts())
            .show(row, type, category, decision, recipient, addressed, isNew: before == nil)
        try publish(candidate, type, decision)
    }

    private func remember(_ candidate: Candidate, in category: NotificationPolicy.Category, at now: Timestamp) throws {
        try tx.history.remember(candidate, sentAt: now, start: policy.vocabulary.start(in: candidate.facts))
        guard !category.isMandatory, !withoutAlert.contains(category.name) else { return }
        if try !OptOutAlerts(tx: tx, policy: policy).sent(candidate, in: category.name) { withoutAlert.insert(category.name) }
        alerts = nil
    }

    private func publish(_ candidate: Candidate, _ type: NotificationPolicy.MessageType, _ decision: Decision) throws {
        let channels = decision.channels.map(\.rawValue)
        try tx.publish(NotificationDecided(notificationId: candidate.id, recipientId: candidate.recipientId, kind: type.name,
                                           category: type.cat, decision: decision.name,
                                           until: decision.until, into: decision.into, reasons: decision.reasons,
                                           policyVersion: policy.version, channels: channels))
        if decision.kind == .send {
            try tx.publish(NotificationSent(notificationId: candidate.id, recipientId: candidate.recipientId, kind: type.name,
                                            category: type.cat, reasons: decision.reasons,
                                            policyVersion: policy.version, channels: channels))
        }
    }

    /// An entry joins its digest; one timer per digest. Updates of one event share a digest that leaves when the latest entry says.
    private func join(_ name: String, _ candidate: Candidate, _ recipient: DecisionRecipient, until: Timestamp) throws -> String {
        let key = DigestKey.text(name, candidate, until)
        let type = policy.digests[name]?.type ?? candidate.type
        let id = try flushID(candidate, key, until)
        var flush = Candidate(id: id, type: type, recipientId: candidate.recipientId, at: until, isFlush: true)
        // An update has the deadline of its event, which determines its order.
        if name == NotificationPolicy.eventUpdatesDigest { flush.facts = candidate.facts }
        try tx.schedule(Engine.order(of: flush, recipient, policy).timerID, at: until,
                        FlushDigest(recipientId: candidate.recipientId, digest: name, bucket: key, id: id))
        return key
    }
    /// Of the message that a digest becomes. An entry that a jump of a sandbox clock brings after its digest has left does not take that
    /// one's place: it is told by a digest of its own.
    private func flushID(_ entry: Candidate, _ key: String, _ until: Timestamp) throws -> String {
        let names = ["digest", tx.tenant.rawValue, entry.recipientId, key, String(until.millisecondsSinceEpoch)]
        let id = DeterministicID.make(names)
        return try tx.candidates.find(id) == nil ? id : DeterministicID.make(names + [entry.id])
    }
    package func leaveDigest(_ candidate: Candidate, into flush: String?, at now: Timestamp) throws {
        try tx.candidates.leaveDigest(candidate.id, into: flush, at: now)
        // What fell out of its digest goes no way, whatever becomes of the others.
        if flush == nil { try tx.feed.leaveDigest(candidate.id, of: User.ID(candidate.recipientId), on: [], at: now) }
        reading.removeValue(forKey: candidate.id)
    }
}
