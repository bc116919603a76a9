import CatalogKit
import ServiceKit

// What handlers of moderation work with.

extension CatalogScope {
    package var reports: ReportStore { ReportStore(database: database, tenant: tenant) }
}
