import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Organizers are verified people: they went through the application.
struct OnRolesChanged: Reaction {
    func handle(_ event: RolesChanged, in tx: CatalogTransaction) throws {
        try tx.people.setOrganizer(event.userId, event.roles.contains(EventAccess.organizerRole))
    }
}
