import GRDB
import Kernel

/// Takes away what has had its time: messages, their decisions, and what hangs on them.
package struct RetentionStore {
    private let database: Database
    private let tenant: String
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant.rawValue) }

    /// Deletes messages that were settled before an instant, oldest first: item, receipts, key, sends and the message
    /// itself. Returns their recipients, one entry per message.
    func pruneMessages(before: Timestamp, limit: Int) throws -> [User.ID] {
        let old = try Row.fetchAll(try database.cachedStatement(sql: """
            SELECT id, recipient_id, dedupe_key FROM candidate WHERE tenant = ? AND settled_at < ? AND state NOT IN ('held', 'batched')
            ORDER BY settled_at, id LIMIT ?
            """), arguments: [tenant, before.millisecondsSinceEpoch, limit])
        for row in old {
            let (id, recipient, key): (String, String, String?) = (row[0], row[1], row[2])
            try delete("notification WHERE tenant = ? AND user_id = ? AND id = ?", [tenant, recipient, id])
            try delete("receipt WHERE tenant = ? AND user_id = ? AND notification_id = ?", [tenant, recipient, id])
            try delete("naming WHERE tenant = ? AND user_id = ? AND notification_id = ?", [tenant, recipient, id])
            try delete("sent WHERE tenant = ? AND recipient_id = ? AND sent_at < ?", [tenant, recipient, before.millisecondsSinceEpoch])
            if let key {
                try delete("decided WHERE tenant = ? AND user_id = ? AND dedupe_key = ? AND at < ?",
                           [tenant, recipient, key, before.millisecondsSinceEpoch])
            }
            try delete("told_about WHERE tenant = ? AND user_id = ? AND candidate_id = ?", [tenant, recipient, id])
            try delete("candidate WHERE tenant = ? AND id = ?", [tenant, id])
        }
        return old.map { User.ID($0[1] as String) }
    }
    /// Answers how many went.
    func pruneDecisions(before: Timestamp, limit: Int) throws -> Int {
        try delete("""
            evaluation WHERE (tenant, candidate_id, number) IN
                (SELECT tenant, candidate_id, number FROM evaluation WHERE tenant = ? AND at < ? ORDER BY at LIMIT ?)
            """, [tenant, before.millisecondsSinceEpoch, limit])
        return database.changesCount
    }
    /// Who left a category long ago is in no number any more.
    func pruneOptOuts(before: Timestamp) throws {
        try delete("opt_out WHERE tenant = ? AND at < ?", [tenant, before.millisecondsSinceEpoch])
    }

    private func delete(_ what: String, _ arguments: [(any DatabaseValueConvertible)?]) throws {
        try database.cachedStatement(sql: "DELETE FROM \(what)").execute(arguments: StatementArguments(arguments))
    }
}
