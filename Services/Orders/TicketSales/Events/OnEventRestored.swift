import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// A deleted event that had not sold a ticket is on sale again.
package struct OnEventRestored: Reaction {
    package init() {}
    package func handle(_ event: EventRestored, in tx: OrdersTransaction) throws {
        try tx.events.remember(event.event)
        try tx.events.markRestored(event.eventId)
        try tx.cancellations.restore(event.eventId)
        tx.cancelTimer(CloseCancellation.timer(event.eventId))
    }
}
