import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Telling everybody that an event will not happen.
struct EventEnding {
    private let change: EventChange
    init(_ change: EventChange) { self.change = change }

    func callOff(reason: String, deleted: Bool, deletion: EventDeletion) throws {
        let tx = change.tx
        EventTimers(tx).cancel(for: change.event.id)
        try Waitlist(tx).close(change.event.id.rawValue)
        // Seats that are only held go back at once; their orders hear of the cancellation itself.
        for claim in try tx.claims.live(in: change.event.id.rawValue) { try Claims(tx).release(claim, of: EventTickets.self) }
        try tell(reason: reason, deleted: deleted, attendeeCount: deletion.attendeeCount)
    }

    /// The status of the event in it says whether anything ends: deleting what is over takes nobody's ticket.
    func tell(reason: String, deleted: Bool, attendeeCount: Int) throws {
        guard let snapshot = change.snapshot() else { return }
        try change.tx.publish(EventCancelled(eventId: change.event.id, event: snapshot, reason: reason, deleted: deleted,
                                             attendeeCount: attendeeCount))
    }
}

extension EventChange {
    /// Cancels the event, as its organizer or a moderator decided: stores it, and tells everybody why.
    mutating func cancel(because reason: String, _ deletion: EventDeletion) throws {
        event.life = .cancelled(at: tx.now, reason: reason)
        event.version += 1
        event.updatedAt = tx.now
        try tx.events.update(event)
        try tx.history.rememberCancellation(of: event.id, ticketsCancelled: ticketsSold)
        try EventEnding(self).callOff(reason: reason, deleted: false, deletion: deletion)
    }
}
