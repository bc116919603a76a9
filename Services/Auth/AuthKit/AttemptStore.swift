import GRDB
import Kernel

/// Wrong tries by identifier.
public struct AttemptStore {
    package let database: Database
    package let tenant: TenantID
    package init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    package func lockout(of identifier: String) throws -> Lockout {
        let statement = try database.cachedStatement(
            sql: "SELECT failures, waits, locked_until FROM sign_in_attempt WHERE tenant = ? AND identifier = ?")
        let row = try Row.fetchOne(statement, arguments: [tenant.rawValue, identifier])
        guard let row else { return Lockout() }
        let failures = (row[0] as String).split(separator: " ").compactMap { Int64($0).map { Timestamp(millisecondsSinceEpoch: $0) } }
        return Lockout(failures: failures, waits: row[1], lockedUntil: (row[2] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) })
    }

    /// Writes the state, and deletes identifiers that nobody tried for so long that they count as new. Otherwise an
    /// attacker's made-up names would fill the table.
    package func update(_ lockout: Lockout, of identifier: String, at now: Timestamp, _ rule: Lockout.Rule) throws {
        try database.cachedStatement(sql: """
            INSERT INTO sign_in_attempt (tenant, identifier, failures, waits, locked_until, updated_at) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, identifier) DO UPDATE SET failures = excluded.failures, waits = excluded.waits,
            locked_until = excluded.locked_until,
                updated_at = excluded.updated_at
            """).execute(arguments: [
                tenant.rawValue, identifier, lockout.failures.map { String($0.millisecondsSinceEpoch) }.joined(separator: " "),
                lockout.waits, lockout.lockedUntil?.millisecondsSinceEpoch, now.millisecondsSinceEpoch,
            ])
        let old = now - .seconds(max(rule.windowSeconds, rule.longestWaitSeconds))
        try database.cachedStatement(sql: "DELETE FROM sign_in_attempt WHERE tenant = ? AND updated_at < ?")
            .execute(arguments: [tenant.rawValue, old.millisecondsSinceEpoch])
    }

    package func clear(_ identifier: String) throws {
        try database.cachedStatement(sql: "DELETE FROM sign_in_attempt WHERE tenant = ? AND identifier = ?")
            .execute(arguments: [tenant.rawValue, identifier])
    }
}
