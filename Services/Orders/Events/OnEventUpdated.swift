import Contracts
import Kernel
import ServiceKit

/// An event changed; a new date or venue lets buyers give their tickets back for a while.
package struct OnEventUpdated: Reaction {
    package init() {}
    package func handle(_ event: EventUpdated, in tx: OrdersTransaction) throws {
        try tx.events.remember(event.event)
        guard event.notifyHolders else { return }
        // Use the time that holders are notified of; older events do not contain it.
        try tx.events.openRefunds(of: event.eventId, until: event.refundUntil ?? tx.now + .hours(tx.ticketSaleSettings.changeRefundHours))
    }
}
