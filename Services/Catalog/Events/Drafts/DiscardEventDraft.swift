import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// An owner throws edits away that were kept for later. Nothing kept is nothing to throw away.
package struct DiscardEventDraft: Command {
    package static let type: MessageType = "catalog.discard-event-draft.v1"
    let eventId: EventID
    package init(eventId: EventID) { self.eventId = eventId }

    package func handle(in tx: CatalogTransaction) throws -> NoContent {
        let change = try EventChange(toEdit: eventId, in: tx)
        try PendingEdit.requirePublic(change.event)
        try tx.history.dropPendingEdit(of: eventId)
        return NoContent()
    }
}
