import GRDB
import Kernel
import NotificationPolicy
import Storage

/// Rows of what people chose, of the links that switch a category off, and of who left which category when.
package struct PreferenceStore {
    package let database: Database
    package let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    package func find(_ user: String) throws -> Preferences {
        let statement = try database.cachedStatement(sql: "SELECT document FROM preference WHERE tenant = ? AND user_id = ?")
        guard let row = try StoredRow.fetchOne(statement, [tenant.rawValue, user]) else { return Preferences() }
        return try JSONColumn.value(row[0])
    }
    package func save(_ preferences: Preferences, of user: String) throws {
        try database.cachedStatement(sql: """
            INSERT INTO preference (tenant, user_id, document) VALUES (?, ?, ?)
            ON CONFLICT (tenant, user_id) DO UPDATE SET document = excluded.document
            """).execute(arguments: [tenant.rawValue, user, try JSONColumn.text(preferences)])
    }

    // MARK: - Unsubscribing

    package struct Token {
        package let user: String
        package let category: String
        package let createdAt: Timestamp
        package let turnedOff: [String]?
    }
    package func token(_ text: String) throws -> Token? {
        let statement = try database.cachedStatement(
            sql: "SELECT user_id, category, created_at, turned_off FROM unsubscribe_token WHERE tenant = ? AND token = ?")
        return try Row.fetchOne(statement, arguments: [tenant.rawValue, text]).map { row in
            Token(user: row[0], category: row[1], createdAt: Timestamp(millisecondsSinceEpoch: row[2]),
                  turnedOff: try (row[3] as String?).map { try JSONColumn.value($0) })
        }
    }
    /// A link of the last month is used again: one mail after the other would fill the table.
    package func recentToken(of user: String, category: String, since: Timestamp) throws -> String? {
        let statement = try database.cachedStatement(sql: """
            SELECT token FROM unsubscribe_token WHERE tenant = ? AND user_id = ? AND category = ? AND created_at > ?
            AND turned_off IS NULL ORDER BY created_at DESC LIMIT 1
            """)
        return try StoredRow.fetchOne(statement, [tenant.rawValue, user, category, since.millisecondsSinceEpoch]).map { $0[0] as String }
    }
    package func insertToken(_ text: String, of user: String, category: String, at now: Timestamp) throws {
        try database.cachedStatement(
            sql: "INSERT INTO unsubscribe_token (tenant, token, user_id, category, created_at) VALUES (?, ?, ?, ?, ?)")
            .run([tenant.rawValue, text, user, category, now.millisecondsSinceEpoch])
    }
    package func setTurnedOff(_ channels: [String]?, by token: String) throws {
        try database.cachedStatement(sql: "UPDATE unsubscribe_token SET turned_off = ? WHERE tenant = ? AND token = ?")
            .execute(arguments: [try channels.map { try JSONColumn.text($0) }, tenant.rawValue, token])
    }

    // MARK: - Leaving a category

    package func leave(_ category: String, _ user: String, at now: Timestamp) throws {
        try database.cachedStatement(sql: "INSERT INTO opt_out (tenant, user_id, category, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING")
            .execute(arguments: [tenant.rawValue, user, category, now.millisecondsSinceEpoch])
    }
    /// How many people got something of a category from one instant to before another, and how many of them left it.
    package func optOuts(of category: String, from: Timestamp, to: Timestamp) throws -> (optOuts: Int, recipients: Int) {
        let left = try database.cachedStatement(sql: """
            SELECT count(DISTINCT user_id) FROM opt_out o WHERE tenant = ?1 AND category = ?2 AND at >= ?3 AND at < ?4
            AND EXISTS (SELECT 1 FROM evaluation e WHERE e.tenant = ?1 AND e.recipient_id = o.user_id AND e.at >= ?3 AND e.at < ?4
            AND e.category = ?2 AND e.decision = 'send')
            """)
        let reached = try database.cachedStatement(sql: """
            SELECT count(DISTINCT recipient_id) FROM evaluation WHERE tenant = ? AND category = ? AND decision = 'send'
            AND at >= ? AND at < ?
            """)
        let arguments: StatementArguments = [tenant.rawValue, category, from.millisecondsSinceEpoch, to.millisecondsSinceEpoch]
        return (try Int.fetchOne(left, arguments: arguments) ?? 0, try Int.fetchOne(reached, arguments: arguments) ?? 0)
    }

    /// Whether anybody left a category in that time.
    package func hasOptOuts(of category: String, from: Timestamp, to: Timestamp) throws -> Bool {
        let statement = try database.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM opt_out WHERE tenant = ? AND category = ? AND at >= ? AND at < ?)")
        return try Bool.fetchOne(statement, arguments: [tenant.rawValue, category, from.millisecondsSinceEpoch, to.millisecondsSinceEpoch])
            ?? false
    }
    /// Who got something else of a category in that time than one message, up to a limit. The newest first: sends of a category come
    /// together.
    package func recipients(of category: String, from: Timestamp, to: Timestamp, but candidate: String, upTo limit: Int) throws
        -> Set<String> {
        let statement = try database.cachedStatement(sql: """
            SELECT recipient_id FROM evaluation WHERE tenant = ? AND at >= ? AND at < ? AND category = ? AND decision = 'send'
            AND candidate_id <> ? ORDER BY at DESC
            """)
        let rows = try String.fetchCursor(statement, arguments: [tenant.rawValue, from.millisecondsSinceEpoch, to.millisecondsSinceEpoch,
                                                                 category, candidate])
        var found: Set<String> = []
        while found.count < limit, let recipient = try rows.next() { found.insert(recipient) }
        return found
    }

    package struct Alert {
        package let category: String
        package let openedAt: Timestamp
        package let rate: Double
        package let optOuts, recipients: Int
    }
    package func openAlerts() throws -> Set<String> {
        try String.fetchSet(try database.cachedStatement(sql: "SELECT category FROM opt_out_alert WHERE tenant = ? AND closed_at IS NULL"),
                            arguments: [tenant.rawValue])
    }
    /// Newest first.
    package func openAlerts(limit: Int, offset: Int) throws -> (rows: [Alert], total: Int) {
        let count = try database.cachedStatement(sql: "SELECT count(*) FROM opt_out_alert WHERE tenant = ? AND closed_at IS NULL")
        let statement = try database.cachedStatement(sql: """
            SELECT category, opened_at, rate, opt_outs, recipients FROM opt_out_alert WHERE tenant = ? AND closed_at IS NULL
            ORDER BY opened_at DESC, category LIMIT ? OFFSET ?
            """)
        let rows = try Row.fetchAll(statement, arguments: [tenant.rawValue, limit, offset]).map { row in
            Alert(category: row[0], openedAt: Timestamp(millisecondsSinceEpoch: row[1]), rate: row[2], optOuts: row[3], recipients: row[4])
        }
        return (rows, try Int.fetchOne(count, arguments: [tenant.rawValue]) ?? 0)
    }
    package func openAlert(_ category: String, rate: Double, optOuts: Int, recipients: Int, at now: Timestamp) throws {
        try database.cachedStatement(sql: """
            INSERT INTO opt_out_alert (tenant, category, opened_at, rate, opt_outs, recipients) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT DO NOTHING
            """).execute(arguments: [tenant.rawValue, category, now.millisecondsSinceEpoch, rate, optOuts, recipients])
    }
    package func closeAlert(_ category: String, at now: Timestamp) throws -> Bool {
        try database.cachedStatement(sql: "UPDATE opt_out_alert SET closed_at = ? WHERE tenant = ? AND category = ? AND closed_at IS NULL")
            .execute(arguments: [now.millisecondsSinceEpoch, tenant.rawValue, category])
        return database.changesCount > 0
    }
}
