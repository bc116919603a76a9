import Contracts
import Kernel
import ServiceKit

/// Nobody paid in time.
package struct OnClaimExpired: Reaction {
    package init() {}
    package func handle(_ event: ClaimExpired, in tx: OrdersTransaction) throws {
        try tx.tell(event.orderId, .claimExpired(event.claimId))
    }
}
