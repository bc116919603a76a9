import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Ratings of an event changed, somebody who liked it was erased, or it was deleted or restored.
struct OnEventCountsChanged: Reaction {
    func handle(_ counts: EventCountsChanged, in tx: OrdersTransaction) throws { try tx.businessEvents.save(counts) }
}
