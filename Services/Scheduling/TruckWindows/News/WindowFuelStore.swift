import GRDB
import Kernel
import Storage

/// Rows of `window_fuel`: the codes of all fuels that the catalog told of.
package struct WindowFuelStore {
    private let database: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant.rawValue) }

    package func remember(_ code: String) throws {
        try database.cachedStatement(sql: "INSERT INTO window_fuel (tenant, code) VALUES (?, ?) ON CONFLICT DO NOTHING").run([tenant, code])
    }
    package func knows(_ code: String) throws -> Bool {
        try StoredRow.fetchOne(try database.cachedStatement(sql: "SELECT 1 FROM window_fuel WHERE tenant = ? AND code = ?"),
                               [tenant, code]) != nil
    }
}
