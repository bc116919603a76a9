import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Somebody has an account: the catalog shows the names of organizers.
struct OnUserRegistered: Reaction {
    func handle(_ event: UserRegistered, in tx: CatalogTransaction) throws {
        try PersonProjection(tx).save(event.userId, name: event.name, roles: event.roles)
    }
}
