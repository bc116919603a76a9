import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Deletes the quotes of an erased account; its uses of promo codes lose their owner.
package struct OnQuoteOwnerErased: Reaction {
    package init() {}
    package func handle(_ event: UserErased, in tx: OrdersTransaction) throws {
        try tx.fuelQuotes.erase(event.userId)
        try PromoUses(tx).erase(event.userId)
    }
}
