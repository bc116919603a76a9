import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Somebody may organize events, or may no longer.
struct OnRolesChanged: Reaction {
    func handle(_ event: RolesChanged, in tx: CatalogTransaction) throws {
        try tx.people.setOrganizer(event.userId, event.roles.contains(EventAccess.organizerRole))
    }
}
