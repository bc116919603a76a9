import GRDB
import Kernel

/// Numbers given out as ids: 1, 2, 3 … per tenant and kind of thing, never one twice.
package struct SequenceStore {
    package enum Name: String, Sendable { case shop, rating = "shop-rating" }
    private let database: Database
    private let tenant: TenantID
    package init(database: Database, tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    package func next(_ name: Name) throws -> Int {
        try raise(name, by: 1, toAtLeast: 0)
        return try Int.fetchOne(try database.cachedStatement(sql: "SELECT last_number FROM number_sequence WHERE tenant = ? AND name = ?"),
                                arguments: [tenant.rawValue, name.rawValue]) ?? 1
    }
    /// An imported thing has taken this number.
    package func take(_ name: Name, _ number: Int) throws { try raise(name, by: 0, toAtLeast: number) }

    private func raise(_ name: Name, by step: Int, toAtLeast least: Int) throws {
        try database.cachedStatement(sql: """
            INSERT INTO number_sequence (tenant, name, last_number) VALUES (?1, ?2, max(?3, ?4))
            ON CONFLICT (tenant, name) DO UPDATE SET last_number = max(last_number + ?3, ?4)
            """).execute(arguments: [tenant.rawValue, name.rawValue, step, least])
    }
}
