import Contracts
import Kernel
import Messaging
import ServiceKit

/// A moment a type waits for has come: so long after something, so long before something.
public struct TriggerDue: Command {
    public static let type: MessageType = "notifications.trigger.v1"
    public let kind: String
    public let recipientId: User.ID
    public let about: String?
    public let facts: [String: JSONValue]
    public init(kind: String, recipientId: User.ID, about: String?, facts: [String: JSONValue]) {
        (self.kind, self.recipientId, self.about, self.facts) = (kind, recipientId, about, facts)
    }
    public func handle(in tx: NotificationsTransaction) throws -> NoContent {
        try Notifying(tx: tx).notify(Trigger(kind, at: tx.now, subject: about, facts: Facts(facts)), to: recipientId)
        return NoContent()
    }
}

/// Another service wants somebody to know something.
extension Notify: Command {
    public func handle(in tx: NotificationsTransaction) throws -> NoContent {
        try Notifying(tx: tx).notify(Trigger(kind, at: at ?? tx.now, subject: about, facts: Facts(facts), dedupeKey: dedupeKey), to: recipientId, asOf: at)
        return NoContent()
    }
}

/// Another service wants somebody without account to know something.
extension SendToContact: Command {
    public func handle(in tx: NotificationsTransaction) throws -> NoContent {
        guard let address = to.email ?? to.phone, try Notifying(tx: tx).type(template)?.isForContact == true else { return NoContent() }  // Nobody, or nothing to say.
        let id = User.ID("contact:" + DeterministicID.make("contact", tx.tenant.rawValue, address.lowercased()))
        try tx.recipients.save(Recipient(userId: id, name: to.name ?? "", email: to.email, phone: to.phone, locale: locale))
        try tx.recipients.describe(id, .init(zone: timezone, isContact: true))
        var facts = Facts(params)
        if let attachments { facts.set("attachments", try JSONValue(encoding: attachments)) }
        try Notifying(tx: tx).notify(Trigger(template, at: at ?? tx.now, subject: about, facts: facts, dedupeKey: dedupKey), to: id)
        return NoContent()
    }
}
