import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Fees, tax or tiers of a zone are others now.
package struct OnPriceZoneChanged: Reaction {
    package init() {}
    package func handle(_ event: PriceZoneChanged, in tx: OrdersTransaction) throws {
        let terms = ZoneTerms(deliveryFee: event.deliveryFee.amount, asapFee: event.asapFee.amount, salesTaxBps: event.salesTaxBps,
                              tiers: event.tiers)
        try tx.fuelTerms.remember(terms, of: event.priceZoneId)
    }
}
