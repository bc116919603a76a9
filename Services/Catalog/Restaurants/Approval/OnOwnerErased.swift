import CatalogKit
import Contracts
import ServiceKit

/// An account is gone: its restaurants sell no longer.
struct OnOwnerErased: Reaction {
    func handle(_ event: UserErased, in tx: CatalogTransaction) throws { try RestaurantSuspension(tx).suspendAll(of: event.userId) }
}
