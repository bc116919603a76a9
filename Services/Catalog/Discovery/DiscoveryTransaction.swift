import CatalogEvents
import CatalogKit
import ServiceKit

// What handlers about interests work with.

extension CatalogScope {
    package var interests: InterestStore { InterestStore(database: database, tenant: tenant) }
}
