import CatalogEvents
import CatalogKit
import ServiceKit

// What handlers about friends work with.

extension CatalogScope {
    package var friends: FriendStore { FriendStore(database: database, tenant: tenant) }
}
