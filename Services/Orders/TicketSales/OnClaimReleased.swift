import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The seats went back before the hold ended.
package struct OnClaimReleased: Reaction {
    package init() {}
    package func handle(_ event: ClaimReleased, in tx: OrdersTransaction) throws {
        guard event.listing.isOfTicketSales else { return }
        try TicketSale.handle(.claimReleased(event.claimId), of: event.orderId, in: tx)
    }
}
