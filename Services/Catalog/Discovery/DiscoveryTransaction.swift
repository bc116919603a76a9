import CatalogEvents
import CatalogKit
import ServiceKit

// What handlers about interests work with.

extension CatalogTransaction {
    package var interests: InterestStore { InterestStore(database: database, tenant: tenant) }
}

extension CatalogView {
    package var interests: InterestStore { InterestStore(database: database, tenant: tenant) }
}
