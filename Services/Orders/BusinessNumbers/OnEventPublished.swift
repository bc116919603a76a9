import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// A draft is on sale.
struct OnEventPublished: Reaction {
    func handle(_ event: EventPublished, in tx: OrdersTransaction) throws { try tx.businessEvents.removeDraft(event.eventId) }
}
