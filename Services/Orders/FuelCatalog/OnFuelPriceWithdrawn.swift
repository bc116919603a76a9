import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// A price that has not begun never will.
package struct OnFuelPriceWithdrawn: Reaction {
    package init() {}
    package func handle(_ event: FuelPriceWithdrawn, in tx: OrdersTransaction) throws {
        try tx.fuelTerms.forget(price: event.priceId)
    }
}
