import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// No seats: the buyer gets the catalog's reason.
package struct OnClaimRefused: Reaction {
    package init() {}
    package func handle(_ event: ClaimRefused, in tx: OrdersTransaction) throws {
        guard event.listing.isOfTicketSales else { return }
        let refusal = Rejection(event.status, event.slug, event.detail, errors: event.errors, members: event.members)
        try TicketSale.handle(.claimRefused(event.claimId, refusal), of: event.orderId, in: tx)
    }
}
