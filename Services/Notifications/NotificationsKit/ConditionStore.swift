import GRDB
import Kernel

/// Rows of conditions that are false: what a message says about a subject is no longer true.
package struct ConditionStore {
    private let database: Database
    private let tenant: String
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant.rawValue) }

    package func close(_ condition: String, _ subject: String, at now: Timestamp) throws {
        try database.cachedStatement(sql: """
            INSERT INTO closed_condition (tenant, condition, subject, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING
            """).execute(arguments: [tenant, condition, subject, now.millisecondsSinceEpoch])
    }
    package func reopen(_ condition: String, _ subject: String) throws {
        try database.cachedStatement(sql: "DELETE FROM closed_condition WHERE tenant = ? AND condition = ? AND subject = ?")
            .execute(arguments: [tenant, condition, subject])
    }
    package func isClosed(_ condition: String, _ subject: String) throws -> Bool {
        let statement = try database.cachedStatement(sql: """
            SELECT EXISTS (SELECT 1 FROM closed_condition WHERE tenant = ? AND condition = ? AND subject = ?)
            """)
        return try Bool.fetchOne(statement, arguments: [tenant, condition, subject]) ?? false
    }
}
