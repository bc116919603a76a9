import Contracts
import Kernel
import OrdersKit
import ServiceKit

// What becomes of the orders of somebody whose account is erased (R16).
extension FuelSale {
    package static func buyerErased(_ buyer: User.ID, in tx: OrdersTransaction) throws {
        // Without a window it is not an order yet. It is cancelled as soon as it is made.
        for var request in try tx.fuelRequests.all(of: buyer) where try !FuelClaimOverdue.abandonIfDue(request, in: tx) {
            request.isErased = true
            try tx.fuelRequests.update(request)
        }
        let name = try tx.people.name(of: buyer)
        for id in try tx.fuelOrders.all(of: buyer) { try apply(.customerErased(name: name), to: id, in: tx) }
    }
}
