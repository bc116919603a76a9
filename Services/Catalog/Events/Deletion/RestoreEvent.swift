import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// A deleted event comes back within 30 days, with the status it had, unless tickets died with it.
package struct RestoreEvent: Command {
    package static let type: MessageType = "catalog.restore-event.v1"
    let eventId: EventID
    package init(eventId: EventID) { self.eventId = eventId }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        var change = try EventChange(toEdit: eventId, in: tx)
        guard let deletedAt = change.event.deletedAt, tx.now.wholeSeconds <= deletedAt + .days(EventDeletion.restorableDays),
            let deletion = try tx.history.deletion(of: eventId),
            // What was called off before it was deleted lost its tickets then.
            deletion.life == "cancelled" || deletion.ticketsCancelled == 0
        else { throw Rejection.conflict("event-not-restorable", "This event cannot be restored.") }
        change.event.deletedAt = nil
        change.event.version += 1
        change.event.updatedAt = tx.now
        switch deletion.life {
        case "published": change.event.life = .published
        case "draft": change.event.life = .draft
        default: break  // It was cancelled before it was deleted: cancelled it stays.
        }
        try tx.events.update(change.event)
        try tx.history.forgetDeletion(of: eventId)
        tx.cancelTimer(PurgeEvent.timer(eventId))
        try EventCounts(tx).publish(of: eventId)
        try EventCounts(tx).publish(draft: change.event, change.types)
        switch change.event.life {
        case .draft: break
        case .published:
            try EventTimers(tx).set(for: change.event)
            if let snapshot = change.snapshot() { try tx.publish(EventRestored(eventId: eventId, event: snapshot)) }
        // It is back on the organizer's list, and as cancelled as before.
        case .cancelled(_, let reason): try EventEnding(change).tell(reason: reason, deleted: false, attendeeCount: 0)
        }
        return try change.answer()
    }
}
