import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// An event will not happen: its orders are told, some at a time.
package struct OnEventCancelled: Reaction {
    package init() {}
    package func handle(_ event: EventCancelled, in tx: OrdersTransaction) throws {
        try tx.events.remember(event.event)
        try tx.events.setDeleted(event.eventId, event.deleted)
        // Deleting an event that is over is tidying up: its tickets and its money stay as they are.
        guard event.event.status != "completed" else { return }
        try tx.events.markCancelled(event.eventId)
        try tx.transfers.cancelPending(of: event.eventId)
        let earlier = try tx.cancellations.undoneStart(of: event.eventId)
        // Cancelled before; that is under way.
        guard try tx.cancellations.start(event.eventId, attendees: event.attendeeCount, at: tx.now) else { return }
        try tx.send(CancelEventOrders(eventId: event.eventId, after: nil, earlier: earlier))
        try tx.schedule(CloseCancellation.timer(event.eventId), at: tx.now + .hours(EventCancellation.hoursMax),
                        CloseCancellation(eventId: event.eventId))
    }
}
