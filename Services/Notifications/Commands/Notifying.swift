import Contracts
import Kernel

/// From something that happened to candidates the engine decides.
struct Notifying {
    let tx: NotificationsTransaction
    private let policy: NotificationPolicy
    /// One for all that is told by one message: what it has read of events and alerts is read once.
    private let store: Deliberation
    init(tx: NotificationsTransaction) throws {
        (self.tx, policy) = (tx, try tx.policy())
        store = try Deliberation(tx)
    }

    /// True when the tenant sends messages of this type at all.
    func sends(_ type: String) -> Bool { policy.types[type] != nil }
    func type(_ name: String) -> NotificationPolicy.MessageType? { policy.types[name] }

    /// Does nothing for a type the tenant does not send.
    /// - Parameter hour: when another service's clock said it. The clock of a sandbox jumps in all services at once, so such news comes when its hour may be long
    ///   over: it is decided as of that hour, as if the clock had come there in steps, and of each instant it was held to since. Elsewhere clocks do not jump, and
    ///   what comes late is late.
    @discardableResult
    func notify(_ trigger: Trigger, to user: User.ID, relations: Set<String> = [], campaign: String? = nil, asOf hour: Timestamp? = nil) throws -> Decision? {
        guard let type = policy.types[trigger.type] else { return nil }  // An absent key is an absent rule.
        store.campaignId = campaign
        let id = tx.context.newID()
        store.know(new: id)
        let candidate = trigger.candidate(id: id, for: user.rawValue, type, relations: relations)
        var decision = try Engine(store).accept(candidate, at: tx.definition.sandbox ? min(hour ?? tx.now, tx.now) : tx.now)
        while case .delay(let until) = decision.kind, until < tx.now, let held = try tx.candidates.find(candidate.id), held.state == .held {
            store.know(held)
            decision = try Engine(store).reconsider(held.candidate, at: until)
        }
        return decision
    }

    /// Later, when a timer of the type is due. Moments that have passed are not made up for.
    func schedule(_ trigger: Trigger, to user: User.ID, relations: Set<String> = [], at due: Timestamp, timer: String) throws {
        guard sends(trigger.type), due > tx.now else { return }
        var facts = trigger.facts
        facts.set("relations", .array(facts.relations.union(relations).sorted().map { .string($0) }))
        try tx.schedule(Self.timerID(trigger.type, timer), at: due, TriggerDue(kind: trigger.type, recipientId: user, about: trigger.subject, facts: facts.members))
    }

    static func timerID(_ type: String, _ timer: String) -> String { "trigger:\(type):\(timer)" }
}
