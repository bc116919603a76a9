import Contracts
import Kernel
import NotificationPolicy
import NotificationsKit

/// From something that happened to candidates the engine decides.
package struct Notifying {
    package let tx: NotificationsTransaction
    private let policy: NotificationPolicy
    /// One for all that is told by one message: what it has read of events and alerts is read once.
    private let store: DecisionContext
    package init(tx: NotificationsTransaction) throws {
        (self.tx, policy) = (tx, try tx.policy())
        store = try DecisionContext(tx)
    }

    /// True when the tenant sends messages of this type at all.
    package func sends(_ type: String) -> Bool { policy.types[type] != nil }
    package func type(_ name: String) -> NotificationPolicy.MessageType? { policy.types[name] }

    /// Does nothing for a type the tenant does not send, or if the user was notified about the same subject within the
    /// type's `perSubject`, even in the feed alone.
    /// - Parameter hour: the time on another service's clock; nil: the message's time. A sandbox clock jumps in all
    ///   services at once, so a message may arrive long after its hour. It is then decided as of that hour and of each
    ///   instant it was held to since, as if the clock had advanced in steps. Other clocks do not jump, and a late
    ///   message is late.
    @discardableResult
    package func notify(_ trigger: Trigger, to user: User.ID, relations: Set<String> = [], campaign: String? = nil,
                        asOf hour: Timestamp? = nil) throws -> Decision? {
        guard let type = policy.types[trigger.type] else { return nil }  // An absent key is an absent rule.
        let time = decidedAt(hour)
        if let span = type.perSubject, let subject = trigger.subject,
            try tx.history.wasNotified(type.name, about: subject, to: user.rawValue, since: time - span.elapsed) { return nil }
        store.campaignId = campaign
        let id = tx.context.newID()
        store.know(new: id)
        let candidate = trigger.candidate(id: id, for: user.rawValue, type, relations: relations)
        var decision = try Engine(store).accept(candidate, at: time)
        while case .delay(let until) = decision.kind, until < tx.now, let held = try tx.candidates.find(candidate.id), held.state == .held {
            store.know(held)
            decision = try Engine(store).reconsider(held.candidate, at: until)
        }
        return decision
    }
    /// The time as of which something is decided that was due at an hour. Nil: at the message's time.
    func decidedAt(_ hour: Timestamp?) -> Timestamp { Self.decided(asOf: hour, in: tx) }
    package static func decided(asOf hour: Timestamp?, in tx: NotificationsTransaction) -> Timestamp {
        guard tx.definition.sandbox else { return tx.now }
        let hour = min(hour ?? tx.happenedAt, tx.now)
        // Messages between services take seconds; only a jump takes longer. Below that limit the order of messages
        // matters more than the exact time.
        return tx.now - hour < jumpMin ? tx.now : hour
    }
    private static let jumpMin = Duration.minutes(1)

    /// Later, when a timer of the type is due. Moments that have passed are not made up for.
    package func schedule(_ trigger: Trigger, to user: User.ID, relations: Set<String> = [], at due: Timestamp, timer: String) throws {
        guard due > tx.now else { return }
        try plan(trigger, to: user, relations: relations, at: due, timer: timer)
    }
    /// Like `schedule`, but runs at once, with its due time, if that has passed. Of several with one timer only the
    /// last runs. `wait`: how long others have from now to replace it. `lateWait`: how long they have if it runs on a later day.
    package func plan(_ trigger: Trigger, to user: User.ID, relations: Set<String> = [], at due: Timestamp, after wait: Duration = .zero,
              ifLate lateWait: Duration? = nil, timer: String) throws {
        guard sends(trigger.type) else { return }
        var facts = trigger.facts
        facts.set("relations", .array(facts.relations.union(relations).sorted().map { .string($0) }))
        let time = wait > .zero ? max(due, tx.now + wait) : due
        try tx.schedule(Self.timerID(trigger.type, timer), at: time,
                        TriggerDue(kind: trigger.type, recipientId: user, about: trigger.subject, facts: facts.members,
                                                                               due: due, dedupeKey: trigger.dedupeKey,
                                                                               waitsIfLate: lateWait.map { Int($0.wholeSeconds) }))
    }

    package static func timerID(_ type: String, _ timer: String) -> String { "trigger:\(type):\(timer)" }
}
