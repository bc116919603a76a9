import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// An event goes on without a poster. What it had stays in its history.
package struct RemovePoster: Command {
    package static let type: MessageType = "catalog.remove-poster.v1"
    let eventId: EventID
    package init(eventId: EventID) { self.eventId = eventId }

    package func handle(in tx: CatalogTransaction) throws -> NoContent {
        var change = try EventChange(toEdit: eventId, in: tx)
        guard change.event.posterURL != nil else { throw Rejection.notFound }
        try EventAccess.requireNotDeleted(change.event)
        change.event.posterURL = nil
        try change.save()
        return NoContent()
    }
}
