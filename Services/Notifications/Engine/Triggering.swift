import Contracts
import Kernel
import Messaging
import NotificationPolicy
import NotificationsKit
import ServiceKit

/// A moment a type waits for has come: so long after something, so long before something.
public struct TriggerDue: Command {
    public static let type: MessageType = "notifications.trigger.v1"
    public let kind: String
    public let recipientId: User.ID
    public let about: String?
    public let facts: [String: JSONValue]
    /// When it was due: an outage makes it late, and late news may have expired. Absent in older timers: now.
    public let due: Timestamp?
    /// Nil: derived from the type's `dedupe` and the facts.
    public let dedupeKey: String?
    /// If the timer runs on a later day, it waits once for so many seconds: the next message of its series can replace it.
    public let waitsIfLate: Int?
    public init(kind: String, recipientId: User.ID, about: String?, facts: [String: JSONValue], due: Timestamp? = nil,
                dedupeKey: String? = nil, waitsIfLate: Int? = nil) {
        (self.kind, self.recipientId, self.about, self.facts, self.due, self.dedupeKey) = (kind, recipientId, about, facts, due, dedupeKey)
        self.waitsIfLate = waitsIfLate
    }
    public func handle(in tx: NotificationsTransaction) throws -> NoContent {
        let at = min(due ?? tx.now, tx.now)
        // The timer's message has the time at which it ran: during a jump of the clock that is when it was due.
        if let waitsIfLate, let timer = tx.context.envelope.attributes["timer"], try isOfEarlierDay(at, in: tx) {
            try tx.schedule(timer, at: tx.now + .seconds(waitsIfLate),
                            TriggerDue(kind: kind, recipientId: recipientId, about: about, facts: facts, due: due, dedupeKey: dedupeKey))
            return NoContent()
        }
        try Notifying(tx: tx).notify(Trigger(kind, at: at, subject: about, facts: Facts(facts), dedupeKey: dedupeKey), to: recipientId,
                                     asOf: at)
        return NoContent()
    }
    private func isOfEarlierDay(_ time: Timestamp, in tx: NotificationsTransaction) throws -> Bool {
        let zone = try TimeZoneRules.named(try tx.policy().zone)
        return zone.local(time).date < zone.local(tx.now).date
    }
}

/// Another service wants somebody to know something.
extension Notify: Command {
    public func handle(in tx: NotificationsTransaction) throws -> NoContent {
        var facts = Facts(facts)
        if let names { facts.set(NamedPerson.fact, .string(names)) }
        try Notifying(tx: tx).notify(Trigger(kind, at: at ?? tx.happenedAt, subject: about, facts: facts, dedupeKey: dedupeKey),
                                     to: recipientId, asOf: at)
        return NoContent()
    }
}

/// Another service wants somebody without account to know something.
extension SendToContact: Command {
    public func handle(in tx: NotificationsTransaction) throws -> NoContent {
        // Nobody, or nothing to say.
        guard let address = to.email ?? to.phone, try Notifying(tx: tx).type(template)?.isForContact == true else { return NoContent() }
        // A keyed hash, so that readers of the events cannot test guessed addresses.
        let key = Base64URL.encode(tx.context.serviceKey("contact"))
        let id = User.ID("contact:" + DeterministicID.make("contact", key, tx.tenant.rawValue, address.lowercased()))
        // Older versions used an unkeyed hash. What they stored, opt-outs above all, still counts.
        try tx.recipients.move(contact: User.ID("contact:" + DeterministicID.make("contact", tx.tenant.rawValue, address.lowercased())),
                               to: id)
        try tx.recipients.save(Recipient(userId: id, name: to.name ?? "", email: to.email, phone: to.phone, locale: locale))
        try tx.recipients.describe(id, .init(zone: timezone, isContact: true))
        var facts = Facts(params)
        if let names { facts.set(NamedPerson.fact, .string(names)) }
        if let attachments { facts.set("attachments", try JSONValue(encoding: attachments)) }
        try Notifying(tx: tx).notify(Trigger(template, at: at ?? tx.happenedAt, subject: about, facts: facts, dedupeKey: dedupKey), to: id,
                                     asOf: at)
        return NoContent()
    }
}
