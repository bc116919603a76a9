import CatalogKit
import ServiceKit

// What handlers about events of the app work with.

extension CatalogScope {
    package var appEvents: AppEventStore { AppEventStore(database: database, tenant: tenant) }
}
