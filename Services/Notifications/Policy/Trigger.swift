import Kernel

/// Something happened that a type of message tells of; who it is for is said when it is handed over.
package struct Trigger: Sendable {
    package let type: String
    package let at: Timestamp
    package let subject: String?
    package var facts: Facts
    /// Nil: made from the type's `dedupe` and the facts; none when a fact is missing.
    package let dedupeKey: String?
    package init(_ type: String, at: Timestamp, subject: String?, facts: Facts, dedupeKey: String? = nil) {
        (self.type, self.at, self.subject, self.facts, self.dedupeKey) = (type, at, subject, facts, dedupeKey)
    }

    /// The candidate for one recipient, with what ties them to it.
    package func candidate(id: String, for recipient: String, _ type: NotificationPolicy.MessageType,
                           relations: Set<String> = []) -> Candidate {
        var facts = facts
        let all = facts.relations.union(relations)
        facts.relate(all)
        let key = dedupeKey ?? type.dedupe.flatMap { KeyTemplate($0).filled(facts) }
        return Candidate(id: id, type: type.name, recipientId: recipient, at: at, subject: subject, dedupeKey: key, facts: facts)
    }
}
