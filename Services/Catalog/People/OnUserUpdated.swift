import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// A profile changed: events are found by the new name of their organizer.
struct OnUserUpdated: Reaction {
    func handle(_ event: UserUpdated, in tx: CatalogTransaction) throws {
        try PersonProjection(tx).save(event.userId, name: event.name, roles: event.roles)
    }
}
