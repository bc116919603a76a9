import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// A promo code is new or has other terms.
package struct OnPromoCodeChanged: Reaction {
    package init() {}
    package func handle(_ event: PromoCodeChanged, in tx: OrdersTransaction) throws {
        try tx.fuelTerms.remember(event.promo)
    }
}
