import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The seats are sold: tickets exist.
package struct OnClaimConfirmed: Reaction {
    package init() {}
    package func handle(_ event: ClaimConfirmed, in tx: OrdersTransaction) throws {
        guard event.listing.isOfTicketSales else { return }
        try TicketSale.handle(.claimConfirmed(event.claimId), of: event.orderId, in: tx)
    }
}
