import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Nobody paid in time.
package struct OnClaimExpired: Reaction {
    package init() {}
    package func handle(_ event: ClaimExpired, in tx: OrdersTransaction) throws {
        guard event.listing.isOfTicketSales else { return }
        try TicketSale.handle(.claimExpired(event.claimId), of: event.orderId, in: tx)
    }
}
