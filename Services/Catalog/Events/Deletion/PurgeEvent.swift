import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// A draft that was deleted 30 days ago goes for good. Set by a timer.
struct PurgeEvent: Command {
    static let type: MessageType = "catalog.purge-event.v1"
    let eventId: EventID
    static func timer(_ id: EventID) -> String { "event-purge:\(id)" }

    func handle(in tx: CatalogTransaction) throws -> NoContent {
        // Restored meanwhile: it stays.
        guard let event = try tx.events.find(eventId)?.event, event.deletedAt != nil, event.life == .draft else { return NoContent() }
        try tx.posters.purge(eventId)
        try tx.history.purge(eventId)
        return NoContent()
    }
}
