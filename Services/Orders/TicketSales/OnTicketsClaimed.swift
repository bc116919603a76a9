import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The seats are held: what they cost is known, a payment can be prepared. Or they are free and sold.
package struct OnTicketsClaimed: Reaction {
    package init() {}
    package func handle(_ event: TicketsClaimed, in tx: OrdersTransaction) throws {
        try tx.events.remember(event.event)
        let seats = ClaimedSeats(claim: event.claimId, lines: event.items, total: event.total, expiresAt: event.expiresAt,
                                 organizer: event.event.organizerId, title: event.event.title, attention: event.attention,
                                 isSold: event.sold ?? false)
        try TicketSale.handle(.claimed(seats), of: event.orderId, in: tx)
    }
}
