import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// An owner keeps edits of a public event for later: "Save Draft" while editing. The last save counts.
package struct SaveEventDraft: Command {
    package static let type: MessageType = "catalog.save-event-draft.v1"
    let eventId: EventID
    let edit: EventEdit
    package init(eventId: EventID, _ edit: EventEdit) { (self.eventId, self.edit) = (eventId, edit) }
    private enum Key: String, CodingKey { case eventId }
    package init(from decoder: any Decoder) throws {
        eventId = try decoder.container(keyedBy: Key.self).decode(EventID.self, forKey: .eventId)
        edit = try EventEdit(from: decoder)
    }
    package func encode(to encoder: any Encoder) throws {
        try edit.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(eventId, forKey: .eventId)
    }

    package func handle(in tx: CatalogTransaction) throws -> PendingEdit {
        try EventForm.require(edit, of: eventId, in: tx) { _ in edit }
        var change = try EventChange(toEdit: eventId, in: tx)
        let current = change.event
        // Fields are judged now, before the event's state; whether stock allows it is for the moment the edits are applied.
        do { _ = try change.apply(edit) } catch let refusal as Rejection { if refusal.status == 422 { throw refusal } }
        try PendingEdit.requirePublic(current)
        try tx.history.savePendingEdit(edit, of: eventId, at: tx.now)
        return PendingEdit(eventId: eventId, edit: edit, savedAt: tx.now.wholeSeconds)
    }
}

/// Edits that wait.
package struct PendingEdit: Codable, Sendable, Equatable {
    package let eventId: EventID
    package let edit: EventEdit
    package let savedAt: Timestamp

    static func requirePublic(_ event: Event) throws(Rejection) {
        try EventAccess.requireNotDeleted(event)
        if event.life == .draft { throw .conflict("event-is-draft", "A draft is edited directly.") }
    }
}
