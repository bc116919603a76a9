import Contracts
import GRDB
import Kernel

/// Rows of openings of sales that were told.
package struct SalesOpeningStore {
    let database: Database
    let tenant: TenantID

    /// Answers whether this one is news.
    package func markAnnounced(_ start: Timestamp, of event: EventID) throws -> Bool {
        try database.cachedStatement(sql: """
            INSERT INTO sales_opening (tenant, event_id, sales_start) VALUES (?, ?, ?)
            ON CONFLICT (tenant, event_id) DO UPDATE SET sales_start = excluded.sales_start WHERE sales_start <> excluded.sales_start
            """).execute(arguments: [tenant.rawValue, event.rawValue, start.millisecondsSinceEpoch])
        return database.changesCount > 0
    }
}
