import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The catalog could not hold an order's items any longer.
package struct OnQuoteClaimExpired: Reaction {
    package init() {}
    package func handle(_ event: QuoteClaimExpired, in tx: OrdersTransaction) throws {
        // Of a request that was given up before, nothing is left to do.
        try FoodSale.apply(.claimExpired, to: event.orderId, in: tx)
    }
}
