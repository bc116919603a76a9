import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// An event changed; a new date or venue lets buyers give their tickets back for a while.
package struct OnEventUpdated: Reaction {
    package init() {}
    package func handle(_ event: EventUpdated, in tx: OrdersTransaction) throws {
        try tx.events.remember(event.event)
        // What was remembered: news of another version may have come before.
        if let known = try tx.events.find(event.eventId) { try tx.transfers.moveExpiry(of: event.eventId, to: known.startDate) }
        let hours = tx.ticketSaleSettings.changeRefundHours
        guard let until = RefundRules.window(after: event, at: tx.now, changeRefundHours: hours) else { return }
        try tx.events.openRefunds(of: event.eventId, until: until)
    }
}
