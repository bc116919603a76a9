import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// The clock reached the end of an event. Set by a timer.
struct EndEvent: Command {
    static let type: MessageType = "catalog.end-event.v1"
    let eventId: EventID

    func handle(in tx: CatalogTransaction) throws -> NoContent {
        // Cancelled or moved meanwhile: there is no end to tell of. A deleted one ends all the same: its money is released by this.
        guard let seen = try tx.events.find(eventId), seen.event.status(at: tx.now) == .completed else { return NoContent() }
        if let snapshot = try EventSnapshot(tx).of(seen.event, tx.ticketTypes.of(eventId)) {
            try tx.publish(EventEnded(eventId: eventId, event: snapshot))
        }
        return NoContent()
    }
}
