import Contracts
import GRDB
import Kernel
import NotificationPolicy
import NotificationsKit

/// Whom a message to many is for, as it is when it happens: rows with `tenant` and `user_id`.
package struct Audience {
    package let rows, condition: String
    package let arguments: [(any DatabaseValueConvertible)?]
    /// - Parameters:
    ///   - rows: a table of a source, or a subquery in parentheses.
    ///   - condition: on these rows; its arguments follow.
    package init(_ rows: String, where condition: String = "1", _ arguments: [(any DatabaseValueConvertible)?] = []) {
        (self.rows, self.condition, self.arguments) = (rows, condition, arguments)
    }

    /// People with an account; `roles`: of those only people with one of these.
    package static func everybody(roles: [String] = []) throws -> Audience {
        let roles = try JSONColumn.text(roles)
        return Audience("recipient", where: "is_contact = 0 AND \(hasRole)", [roles, roles])
    }
    /// Of these people those with one of some roles, if there are any.
    package static func users(_ users: [User.ID], roles: [String] = []) throws -> Audience {
        let roles = try JSONColumn.text(roles)
        return Audience("recipient", where: "user_id IN (SELECT value FROM json_each(?)) AND \(hasRole)",
                        [try JSONColumn.text(users), roles, roles])
    }
    private static let hasRole = "(? = '[]' OR EXISTS (SELECT 1 FROM json_each(roles) r JOIN json_each(?) w ON r.value = w.value))"
}

/// Rows of messages to many.
package struct AnnouncementStore {
    package let database: Database
    package let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    struct Slice {
        let trigger: Trigger
        let users: [User.ID]
        let campaignId: String?
        /// If it is decided as of then. Nil: as of the message that decides it.
        let happenedAt: Timestamp?
    }

    /// Answers how many it is for.
    package func open(_ id: String, _ trigger: Trigger, to audience: Audience, except: User.ID?, campaign: String?,
                      rank: Int, happenedAt: Timestamp?) throws -> Int {
        try database.cachedStatement(sql: """
            INSERT INTO announcement (tenant, id, type, at, subject, dedupe_key, facts, campaign_id, rank, happened_at, has_started)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
            """)
            .execute(arguments: [tenant.rawValue, id, trigger.type, trigger.at.millisecondsSinceEpoch, trigger.subject ?? "",
                                 trigger.dedupeKey ?? "", try JSONColumn.text(trigger.facts), campaign, rank,
                                 happenedAt?.millisecondsSinceEpoch])
        try database.cachedStatement(sql: """
            INSERT INTO announcement_recipient (tenant, announcement_id, user_id)
            SELECT DISTINCT tenant, ?, user_id FROM \(audience.rows) WHERE tenant = ? AND \(audience.condition) AND user_id <> ?
            """).execute(arguments: StatementArguments([id, tenant.rawValue] + audience.arguments + [except?.rawValue ?? ""]))
        return database.changesCount
    }
    package func start(_ id: String) throws {
        try database.cachedStatement(sql: "UPDATE announcement SET has_started = 1 WHERE tenant = ? AND id = ?")
            .execute(arguments: [tenant.rawValue, id])
    }
    func isAnyOpen() throws -> Bool {
        let statement = try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM announcement WHERE tenant = ? AND has_started = 1)")
        return try Bool.fetchOne(statement, arguments: [tenant.rawValue]) ?? false
    }
    /// The next recipients of the message whose turn it is; they are not given again. Nil: none is open.
    func takeNext(limit: Int) throws -> Slice? {
        let statement = try database.cachedStatement(sql: """
            SELECT id, type, at, subject, dedupe_key, facts, campaign_id, happened_at FROM announcement
            WHERE tenant = ? AND has_started = 1
            ORDER BY rank, at, id LIMIT 1
            """)
        guard let row = try Row.fetchOne(statement, arguments: [tenant.rawValue]) else { return nil }
        let id: String = row[0]
        let users = try String.fetchAll(try database.cachedStatement(sql: """
            SELECT user_id FROM announcement_recipient WHERE tenant = ? AND announcement_id = ? ORDER BY user_id LIMIT ?
            """), arguments: [tenant.rawValue, id, limit])
        if let last = users.last {
            try database.cachedStatement(
                sql: "DELETE FROM announcement_recipient WHERE tenant = ? AND announcement_id = ? AND user_id <= ?")
                .execute(arguments: [tenant.rawValue, id, last])
        }
        if users.count < limit { try close(id) }
        let (subject, key): (String, String) = (row[3], row[4])
        let trigger = Trigger(row[1], at: Timestamp(millisecondsSinceEpoch: row[2]), subject: subject.isEmpty ? nil : subject,
                              facts: try JSONColumn.value(row[5]), dedupeKey: key.isEmpty ? nil : key)
        return Slice(trigger: trigger, users: users.map { User.ID($0) }, campaignId: row[6],
                     happenedAt: (row[7] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) })
    }
    package func close(_ id: String) throws {
        try database.cachedStatement(sql: "DELETE FROM announcement WHERE tenant = ? AND id = ?").execute(arguments: [tenant.rawValue, id])
    }
}
