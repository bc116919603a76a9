import CatalogKit
import Contracts
import ServiceKit

/// The restaurant is there: orders that were not accepted do not count any more.
struct OnOrderAccepted: Reaction {
    func handle(_ event: OrderAccepted, in tx: CatalogTransaction) throws {
        try NotAcceptedCount(tx).reset(event.order.restaurantId)
    }
}
