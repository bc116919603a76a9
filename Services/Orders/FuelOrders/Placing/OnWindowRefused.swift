import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The truck has no free stop in this window. A new order is removed and a moved one keeps its window; the customer reads why.
package struct OnWindowRefused: Reaction {
    package init() {}
    package func handle(_ event: WindowRefused, in tx: OrdersTransaction) throws {
        guard let request = try tx.fuelRequests.find(event.orderId), request.claim == event.claimId else {
            try FuelSale.apply(.windowRefused(event), to: event.orderId, in: tx)
            return
        }
        if try FuelClaimOverdue.abandonIfDue(request, in: tx) { return }
        try FuelClaimOverdue.end(request, with: WindowAnswer.rejection(event), in: tx)
    }
}

/// The hold of a stop ended before it was confirmed.
package struct OnWindowClaimExpired: Reaction {
    package init() {}
    package func handle(_ event: WindowClaimExpired, in tx: OrdersTransaction) throws {
        // Of a request that was given up before, nothing is left to do.
        try FuelSale.apply(.windowLost(event.claimId), to: event.orderId, in: tx)
    }
}
