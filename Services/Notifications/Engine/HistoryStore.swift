import GRDB
import Kernel
import NotificationPolicy
import NotificationsKit
import Storage

/// Rows of what was sent, and of what was decided under which key.
package struct HistoryStore {
    package let database: Database
    package let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    /// Sends of the 40 days before, lifetime counts, and the decision under a key.
    package func history(of recipient: String, dedupeKey: String?, at now: Timestamp) throws -> History {
        let statement = try database.cachedStatement(sql: """
            SELECT type, sent_at, subject, changed, start_date FROM sent WHERE tenant = ? AND recipient_id = ? AND sent_at > ?
            AND sent_at <= ? ORDER BY sent_at
            """)
        let since = (now - History.kept).millisecondsSinceEpoch
        let sent = try StoredRow.fetchAll(statement, [tenant.rawValue, recipient, since, now.millisecondsSinceEpoch]).map { row in
            let changed: String = row[3]
            return History.Sent(type: row[0], sentAt: Timestamp(millisecondsSinceEpoch: row[1]), subject: row[2],
                                changed: Set(try JSONColumn.texts(changed)),
                                startDate: (row[4] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) })
        }
        var history = History(sent: sent)
        let counts = try database.cachedStatement(sql: "SELECT type, count FROM sent_count WHERE tenant = ? AND recipient_id = ?")
        for row in try StoredRow.fetchAll(counts, [tenant.rawValue, recipient]) { history.everSent[row[0]] = row[1] }
        if let dedupeKey {
            let decided = try database.cachedStatement(
                sql: "SELECT at, candidate_id FROM decided WHERE tenant = ? AND user_id = ? AND dedupe_key = ?")
            if let row = try StoredRow.fetchOne(decided, [tenant.rawValue, recipient, dedupeKey]) {
                history.decided[dedupeKey] = History.Decided(at: Timestamp(millisecondsSinceEpoch: row[0]), candidateId: row[1])
            }
        }
        return history
    }
    /// - Parameter start: of what it is about, if that takes place at a time.
    package func remember(_ candidate: Candidate, sentAt now: Timestamp, start: Timestamp?) throws {
        try database.cachedStatement(sql: """
            INSERT INTO sent (tenant, recipient_id, sent_at, candidate_id, type, subject, changed, start_date)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO NOTHING
            """).run([
                tenant.rawValue, candidate.recipientId, now.millisecondsSinceEpoch, candidate.id, candidate.type, candidate.subject,
                JSONColumn.list(candidate.facts.changed.sorted()), start?.millisecondsSinceEpoch,
            ])
        try database.cachedStatement(sql: """
            INSERT INTO sent_count (tenant, recipient_id, type, count) VALUES (?, ?, ?, 1)
            ON CONFLICT (tenant, recipient_id, type) DO UPDATE SET count = count + 1
            """).run([tenant.rawValue, candidate.recipientId, candidate.type])
        try database.cachedStatement(sql: "DELETE FROM sent WHERE tenant = ? AND recipient_id = ? AND sent_at <= ?")
            .run([tenant.rawValue, candidate.recipientId, (now - History.kept).millisecondsSinceEpoch])
    }
    /// Stores the last decision under a key: of the same candidate, or of the next one after the key's window.
    package func decided(_ candidate: Candidate, at now: Timestamp) throws {
        guard let key = candidate.dedupeKey else { return }
        try database.cachedStatement(sql: """
            INSERT INTO decided (tenant, user_id, dedupe_key, at, candidate_id) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (tenant, user_id, dedupe_key) DO UPDATE SET at = excluded.at, candidate_id = excluded.candidate_id
                WHERE decided.at <= ? OR decided.candidate_id = excluded.candidate_id
            """).run([tenant.rawValue, candidate.recipientId, key, now.millisecondsSinceEpoch, candidate.id,
                      (now - History.duplicatesWithin).millisecondsSinceEpoch])
    }
    /// True if the user was notified of a type about a subject after an instant, on any channel, or a waiting message
    /// will do so.
    func wasNotified(_ type: String, about subject: String, to user: String, since: Timestamp) throws -> Bool {
        let statement = try database.cachedStatement(sql: """
            SELECT EXISTS (SELECT 1 FROM told_about WHERE tenant = ? AND user_id = ? AND type = ? AND subject = ? AND at > ?)
            """)
        return try Bool.fetchOne(statement, arguments: [tenant.rawValue, user, type, subject, since.millisecondsSinceEpoch]) ?? false
    }
    /// Records that the user is notified about the candidate's subject, now or later; a dropped candidate leaves no
    /// record.
    package func note(_ candidate: Candidate, _ decision: Decision, at now: Timestamp) throws {
        guard let subject = candidate.subject else { return }
        let row = [tenant.rawValue, candidate.recipientId, candidate.type, subject]
        guard !decision.isDrop else {
            return try database.cachedStatement(
                sql: "DELETE FROM told_about WHERE tenant = ? AND user_id = ? AND type = ? AND subject = ? AND candidate_id = ?")
                .execute(arguments: StatementArguments(row + [candidate.id]))
        }
        try database.cachedStatement(sql: """
            INSERT INTO told_about (tenant, user_id, type, subject, candidate_id, at) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, user_id, type, subject) DO UPDATE SET candidate_id = excluded.candidate_id, at = excluded.at
            """).execute(arguments: StatementArguments(row + [candidate.id]) + [(decision.until ?? now).millisecondsSinceEpoch])
    }
    /// Sends by category since an instant, e-mails, feed items and digest entries with them: decision → count.
    package func counts(of recipient: String, from: Timestamp) throws -> [String: [String: Int]] {
        let statement = try database.cachedStatement(sql: """
            SELECT category, decision, count(*) FROM evaluation WHERE tenant = ? AND recipient_id = ? AND at >= ?
            GROUP BY category, decision
            """)
        var found: [String: [String: Int]] = [:]
        for row in try Row.fetchAll(statement, arguments: [tenant.rawValue, recipient, from.millisecondsSinceEpoch]) {
            found[row[0], default: [:]][row[1]] = row[2]
        }
        return found
    }
}
