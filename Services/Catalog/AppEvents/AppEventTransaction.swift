import CatalogKit
import ServiceKit

// What handlers about events of the app work with.

extension CatalogTransaction {
    package var appEvents: AppEventStore { AppEventStore(database: database, tenant: tenant) }
}

extension CatalogView {
    package var appEvents: AppEventStore { AppEventStore(database: database, tenant: tenant) }
}
