import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// An organizer changes an event, all or nothing. `dryRun` answers as if, and writes nothing.
package struct ChangeEvent: Command {
    package static let type: MessageType = "catalog.change-event.v1"
    let eventId: EventID
    let dryRun: Bool
    let edit: EventEdit
    package init(eventId: EventID, dryRun: Bool = false, _ edit: EventEdit) {
        (self.eventId, self.dryRun, self.edit) = (eventId, dryRun, edit)
    }

    private enum Key: String, CodingKey { case eventId, dryRun }
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        eventId = try values.decode(EventID.self, forKey: .eventId)
        dryRun = try values.decodeIfPresent(Bool.self, forKey: .dryRun) ?? false
        edit = try EventEdit(from: decoder)
    }
    package func encode(to encoder: any Encoder) throws {
        try edit.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(eventId, forKey: .eventId)
        try values.encode(dryRun, forKey: .dryRun)
    }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        try EventForm.require(edit, of: eventId, in: tx) { _ in edit }
        var change = try EventChange(toEdit: eventId, in: tx)
        try EventAccess.requireNotDeleted(change.event)
        try EventAccess.requireCurrent(tx.context.envelope.attributes["if-match"], version: change.event.version)
        let removed = try change.apply(edit)
        if !dryRun { try change.save(removed: removed) }
        return try change.answer(warnings: try change.warnings())
    }
}
