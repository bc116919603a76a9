import Contracts
import GRDB
import Kernel

/// What people report to the moderators.
package struct ReportStore {
    let database: Database
    let tenant: TenantID

    private static let openReporters = """
        (SELECT count(*) FROM report o WHERE o.tenant = r.tenant AND o.target_type = r.target_type AND o.target_id = r.target_id
        AND o.state = 'open')
        """
    private static let columns = """
        r.report_id, r.target_type, r.target_id, r.reason, r.details, r.reporter_id, r.state, \(openReporters) AS open_reporters,
        r.created_at, r.action, r.note, r.resolved_by, r.resolved_at
        """
    private static func report(_ row: Row) -> Report {
        let resolution = (row[9] as String?).map { action in
            Report.Resolution(action: action, note: row[10] ?? "", by: User.ID(row[11] ?? ""),
                              at: Timestamp(millisecondsSinceEpoch: row[12] ?? 0).wholeSeconds)
        }
        return Report(id: row[0], targetType: row[1], targetId: row[2], reason: row[3], details: row[4],
                      reporterId: User.ID(row[5] as String), status: row[6], openReporters: row[7],
                      createdAt: Timestamp(millisecondsSinceEpoch: row[8]).wholeSeconds, resolution: resolution)
    }

    package func find(_ id: String) throws -> Report? {
        let statement = try database.cachedStatement(
            sql: "SELECT \(Self.columns) FROM report r WHERE r.tenant = ? AND r.report_id = ?")
        return try Row.fetchOne(statement, arguments: [tenant.rawValue, id]).map(Self.report)
    }
    /// Of targets with many open reporters first, then newest first.
    package func page(_ status: ReportStatus, limit: Int, offset: Int) throws -> (reports: [Report], total: Int) {
        let count = try database.cachedStatement(sql: "SELECT count(*) FROM report WHERE tenant = ? AND state = ?")
        let total = try Int.fetchOne(count, arguments: [tenant.rawValue, status.rawValue]) ?? 0
        let statement = try database.cachedStatement(sql: """
            SELECT \(Self.columns) FROM report r WHERE r.tenant = ? AND r.state = ?
            ORDER BY open_reporters >= \(Report.urgentReporters) DESC, r.created_at DESC, r.report_id DESC LIMIT ? OFFSET ?
            """)
        return (try Row.fetchAll(statement, arguments: [tenant.rawValue, status.rawValue, limit, offset]).map(Self.report), total)
    }
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
    /// This report only.
    package func resolve(_ id: String, _ resolution: Report.Resolution, at now: Timestamp) throws {
        try database.cachedStatement(sql: """
            UPDATE report SET state = 'resolved', action = ?, note = ?, resolved_by = ?, resolved_at = ?
            WHERE tenant = ? AND report_id = ? AND state = 'open'
            """).execute(arguments: [resolution.action, resolution.note, resolution.by.rawValue, now.millisecondsSinceEpoch,
                                     tenant.rawValue, id])
    }
    /// Every open report on a target.
    package func resolveAll(on target: String, _ id: String, _ resolution: Report.Resolution, at now: Timestamp) throws {
        try database.cachedStatement(sql: """
            UPDATE report SET state = 'resolved', action = ?, note = ?, resolved_by = ?, resolved_at = ?
            WHERE tenant = ? AND target_type = ? AND target_id = ? AND state = 'open'
            """).execute(arguments: [resolution.action, resolution.note, resolution.by.rawValue, now.millisecondsSinceEpoch,
                                     tenant.rawValue, target, id])
    }
}
