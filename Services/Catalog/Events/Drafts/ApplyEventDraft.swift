import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// An owner applies the edits that were kept: the same as sending them now.
package struct ApplyEventDraft: Command {
    package static let type: MessageType = "catalog.apply-event-draft.v1"
    let eventId: EventID
    package init(eventId: EventID) { self.eventId = eventId }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        var change = try EventChange(toEdit: eventId, in: tx)
        try PendingEdit.requirePublic(change.event)
        guard let pending = try tx.history.pendingEdit(of: eventId) else { throw Rejection.notFound }
        try EventAccess.requireCurrent(tx.context.envelope.attributes["if-match"], version: change.event.version)
        let removed = try change.apply(pending.edit)
        try change.save(removed: removed)
        try tx.history.dropPendingEdit(of: eventId)
        return try change.answer(warnings: try change.warnings())
    }
}
