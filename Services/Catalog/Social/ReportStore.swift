import Contracts
import GRDB
import Kernel

/// What people report to the moderators.
package struct ReportStore {
    let database: Database
    let tenant: TenantID

    package func hasOpen(_ target: String, _ id: String, by user: User.ID) throws -> Bool {
        try Bool.fetchOne(database, sql: """
            SELECT EXISTS (SELECT 1 FROM report WHERE tenant = ? AND target_type = ? AND target_id = ? AND reporter_id = ?
            AND state = 'open')
            """,
                          arguments: [tenant.rawValue, target, id, user.rawValue]) ?? false
    }
    package func add(_ id: String, target: String, targetID: String, reason: String, details: String?, by user: User.ID,
                     at now: Timestamp) throws {
        try database.execute(sql: """
            INSERT INTO report (tenant, report_id, reporter_id, target_type, target_id, reason, details, created_at, state)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?,
                'open')
            """, arguments: [tenant.rawValue, id, user.rawValue, target, targetID, reason, details, now.millisecondsSinceEpoch])
    }
}
