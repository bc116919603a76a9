import CatalogKit
import Contracts
import ServiceKit

/// Counts orders that nobody accepted in time. A rejection is an answer, too: it starts the count anew. Other ends do not matter.
struct OnFoodOrderCancelled: Reaction {
    func handle(_ event: FoodOrderCancelled, in tx: CatalogTransaction) throws {
        if event.rejected {
            try NotAcceptedCount(tx).reset(event.order.restaurantId)
        } else if event.reason == NotAcceptedCount.reason {
            try NotAcceptedCount(tx).add(event.order.restaurantId, at: event.cancelledAt)
        }
    }
}
