import Contracts
import GRDB
import Kernel

/// Rows of messages to many.
struct AnnouncementStore {
    let database: Database
    let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    /// A message to the holders of an event, as they are now; `candidate.recipientId` is nobody's.
    func open(_ id: String, _ candidate: Candidate, toHoldersOf event: EventID) throws {
        try database.cachedStatement(sql: "INSERT INTO announcement (tenant, id, type, at, subject, dedupe_key, facts) VALUES (?, ?, ?, ?, ?, ?, ?)")
            .execute(arguments: [tenant.rawValue, id, candidate.type, candidate.at.millisecondsSinceEpoch, candidate.subject, candidate.dedupeKey,
                                 try JSONColumn.text(candidate.facts)])
        try database.cachedStatement(sql: """
            INSERT INTO announcement_recipient (tenant, announcement_id, user_id) SELECT DISTINCT tenant, ?, user_id FROM holding
            WHERE tenant = ? AND event_id = ?
            """).execute(arguments: [id, tenant.rawValue, event.rawValue])
    }
    /// The next recipients' candidates; they are not given again.
    func take(_ id: String, limit: Int) throws -> [Candidate] {
        let statement = try database.cachedStatement(sql: "SELECT type, at, subject, dedupe_key, facts FROM announcement WHERE tenant = ? AND id = ?")
        guard let row = try Row.fetchOne(statement, arguments: [tenant.rawValue, id]) else { return [] }
        let facts: [String: JSONValue] = try JSONColumn.value(row[4])
        let users = try String.fetchAll(try database.cachedStatement(sql: """
            SELECT user_id FROM announcement_recipient WHERE tenant = ? AND announcement_id = ? ORDER BY user_id LIMIT ?
            """), arguments: [tenant.rawValue, id, limit])
        if let last = users.last {
            try database.cachedStatement(sql: "DELETE FROM announcement_recipient WHERE tenant = ? AND announcement_id = ? AND user_id <= ?")
                .execute(arguments: [tenant.rawValue, id, last])
        }
        return users.map { Candidate(type: row[0], recipientId: User.ID($0), at: Timestamp(millisecondsSinceEpoch: row[1]), subject: row[2], dedupeKey: row[3],
            facts: facts) }
    }
    func close(_ id: String) throws {
        try database.cachedStatement(sql: "DELETE FROM announcement WHERE tenant = ? AND id = ?").execute(arguments: [tenant.rawValue, id])
    }
}
