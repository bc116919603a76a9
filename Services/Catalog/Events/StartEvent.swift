import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// The clock reached the start of an event: sales are closed, and everybody is told. Set by a timer.
struct StartEvent: Command {
    static let type: MessageType = "catalog.start-event.v1"
    let eventId: EventID

    func handle(in tx: CatalogTransaction) throws -> NoContent {
        // Cancelled, deleted or moved meanwhile: there is no start to tell of.
        guard let seen = try tx.events.find(eventId), seen.event.deletedAt == nil, seen.event.status(at: tx.now) == .ongoing else {
            return NoContent()
        }
        try Waitlist(tx).close(eventId.rawValue)
        if let snapshot = try EventSnapshot(tx).of(seen.event, tx.ticketTypes.of(eventId)) {
            try tx.publish(EventStarted(eventId: eventId, event: snapshot))
        }
        return NoContent()
    }
}
