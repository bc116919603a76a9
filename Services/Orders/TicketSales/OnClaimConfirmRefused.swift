import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The hold was over when it should have become a sale.
package struct OnClaimConfirmRefused: Reaction {
    package init() {}
    package func handle(_ event: ClaimConfirmRefused, in tx: OrdersTransaction) throws {
        guard event.listing.isOfTicketSales else { return }
        try TicketSale.handle(.claimConfirmRefused(event.claimId, slug: event.slug), of: event.orderId, in: tx)
    }
}
