import GRDB
import Kernel
import NotificationPolicy
import NotificationsEngine

// What became of messages of one type to one person: the limits of announcements ask it.

extension CandidateStore {
    /// What somebody was sent or shown of a type.
    package func settled(of recipient: String, type: String, since: Timestamp,
                         except id: String) throws -> [(decision: String, at: Timestamp)] {
        let shown = [StoredCandidate.State.sent, .shown, .emailed].map { "'\($0.decision)'" }.joined(separator: ", ")
        let statement = try database.cachedStatement(sql: """
            SELECT decision, at FROM evaluation WHERE tenant = ? AND recipient_id = ? AND at >= ? AND type = ? AND candidate_id <> ?
            AND decision IN (\(shown)) ORDER BY at
            """)
        return try Row.fetchAll(statement, arguments: [tenant.rawValue, recipient, since.millisecondsSinceEpoch, type, id])
            .map { ($0[0], Timestamp(millisecondsSinceEpoch: $0[1])) }
    }
}
