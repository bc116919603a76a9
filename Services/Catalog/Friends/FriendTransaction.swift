import CatalogEvents
import CatalogKit
import ServiceKit

// What handlers about friends work with.

extension CatalogTransaction {
    package var friends: FriendStore { FriendStore(database: database, tenant: tenant) }
}

extension CatalogView {
    package var friends: FriendStore { FriendStore(database: database, tenant: tenant) }
}
