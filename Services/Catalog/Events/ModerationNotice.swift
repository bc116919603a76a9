import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// What an organizer hears of a moderator's decision: the note, without any word about who reported.
package struct ModerationNotice {
    package let organizer: User.ID
    package let event: Event?
    /// What the decision is about, if no event.
    package let subject: String?
    /// What was done, as it is read: "the event was cancelled".
    package let decision: String
    package let note: String
    /// Names the decision: told twice is told once.
    package let key: String
    package static let eventCancelled = "the event was cancelled"

    package init(to organizer: User.ID, event: Event?, subject: String? = nil, decision: String, note: String, key: String) {
        (self.organizer, self.event, self.subject, self.decision) = (organizer, event, subject, decision)
        (self.note, self.key) = (note, key)
    }

    package func send(in tx: CatalogTransaction) throws {
        var facts: [String: JSONValue] = ["subject": .string(event?.title ?? subject ?? tx.definition.name),
                                          "status": .string(decision), "reason": .string(note)]
        if let event { facts["event"] = ["id": .string(event.id.rawValue), "title": .string(event.title ?? "")] }
        try tx.send(Notify(kind: "event-moderated", recipientId: organizer, at: tx.now, about: event?.id.rawValue,
                           dedupeKey: "moderated:\(key)", facts: facts))
    }
}
