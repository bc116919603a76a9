import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Somebody ordered: their support tickets may name the order.
struct OnOrderPlaced: Reaction {
    func handle(_ event: OrderPlaced, in tx: CatalogTransaction) throws { try tx.orderOwners.save(event.userId, of: event.orderId) }
}
