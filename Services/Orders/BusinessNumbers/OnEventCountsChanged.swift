import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Favorites or ratings of an event changed, or it was deleted or restored.
struct OnEventCountsChanged: Reaction {
    func handle(_ counts: EventCountsChanged, in tx: OrdersTransaction) throws { try tx.businessEvents.save(counts) }
}
