import Contracts
import GRDB
import Kernel

extension EventListStore {
    /// An organizer's events, newest first. Without a status: all that are not deleted.
    package func own(of user: User.ID, status: OwnStatus?, words: [String], now: Timestamp, limit: Int, offset: Int) throws -> (
        events: [SeenEvent], total: Int) {
        var conditions = ["e.tenant = ?", "e.organizer_id = ?"]
        var arguments: [DatabaseValue] = [tenant.rawValue.databaseValue, user.rawValue.databaseValue]
        let time = now.millisecondsSinceEpoch.databaseValue
        switch status {
        case nil: conditions.append("e.deleted_at IS NULL")
        case .archived: conditions.append("e.deleted_at IS NOT NULL")
        case .draft: conditions.append("e.deleted_at IS NULL AND e.life = 'draft'")
        case .cancelled: conditions.append("e.deleted_at IS NULL AND e.life = 'cancelled'")
        case .published:
            conditions.append("e.deleted_at IS NULL AND e.life = 'published' AND e.start_at > ?")
            arguments.append(time)
        case .ongoing:
            conditions.append("e.deleted_at IS NULL AND e.life = 'published' AND e.start_at <= ? AND e.end_at > ?")
            arguments += [time, time]
        case .completed:
            conditions.append("e.deleted_at IS NULL AND e.life = 'published' AND e.end_at <= ?")
            arguments.append(time)
        }
        for (i, word) in words.enumerated() {
            let isLast = i == words.count - 1
            let match = isLast ? "w.word >= ? AND w.word < ?" : "w.word = ?"
            conditions.append("EXISTS (SELECT 1 FROM event_word w WHERE w.tenant = e.tenant AND w.event_id = e.event_id AND \(match))")
            arguments.append(word.databaseValue)
            if isLast { arguments.append((word + "\u{10FFFF}").databaseValue) }
        }
        let condition = conditions.joined(separator: " AND ")
        let total = try Int.fetchOne(database, sql: "SELECT count(*) FROM event e WHERE \(condition)",
                                     arguments: StatementArguments(arguments)) ?? 0
        let sql = """
            SELECT \(EventStore.columns), 0, 0, NULL FROM \(EventStore.from) WHERE \(condition) ORDER BY e.created_at DESC, e.event_id
            LIMIT ? OFFSET ?
            """
        return (try seen(sql, arguments + [limit.databaseValue, offset.databaseValue], cached: false), total)
    }
}
