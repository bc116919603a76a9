import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Imported orders are known by their tickets only.
struct OnTicketsIssued: Reaction {
    func handle(_ event: TicketsIssued, in tx: CatalogTransaction) throws { try tx.orderOwners.save(event.userId, of: event.orderId) }
}
