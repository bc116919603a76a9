import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// A price begins at its time. Prices whose time is over a day ago go.
package struct OnFuelPricePublished: Reaction {
    package init() {}
    package func handle(_ event: FuelPricePublished, in tx: OrdersTransaction) throws {
        try tx.fuelTerms.remember(event)
        try tx.fuelTerms.prunePrices(of: event.priceZoneId, event.fuelType, endedBefore: tx.now - .days(1))
    }
}
