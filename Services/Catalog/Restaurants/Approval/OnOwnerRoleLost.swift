import CatalogKit
import Contracts
import ServiceKit

/// Somebody may keep restaurants no longer.
struct OnOwnerRoleLost: Reaction {
    func handle(_ event: RolesChanged, in tx: CatalogTransaction) throws {
        guard !tx.definition.permissions(of: event.roles).contains(RestaurantPermission.manage) else { return }
        try RestaurantSuspension(tx).suspendAll(of: event.userId)
    }
}
