import CatalogKit
import ServiceKit

// What handlers of moderation work with.

extension CatalogTransaction {
    package var reports: ReportStore { ReportStore(database: database, tenant: tenant) }
}

extension CatalogView {
    package var reports: ReportStore { ReportStore(database: database, tenant: tenant) }
}
