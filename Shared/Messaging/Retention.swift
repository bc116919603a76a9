import GRDB
import Kernel

/// Forgets what the retention window has passed: inbox rows, and outbox rows the log has acknowledged. A slice at a
/// time, so that the writer is held up for milliseconds; the oldest first, so that what is left is all there is since
/// some time (`souk verify` compares that).
public enum Retention {
    /// Rows of each table that one slice takes away at most.
    public static let sliceMax = 5_000

    /// - Parameters:
    ///   - cutoff: what is older goes.
    ///   - relayed: outbox rows up to this position were acknowledged by the log.
    /// - Returns: whether more is left to forget.
    public static func prune(before cutoff: Timestamp, relayed: Int64, in db: Database) throws -> Bool {
        try db.execute(
            sql: "DELETE FROM souk_inbox WHERE (tenant, id) IN (SELECT tenant, id FROM souk_inbox WHERE received_at < ? LIMIT ?)",
            arguments: [cutoff.millisecondsSinceEpoch, sliceMax])
        let inbox = db.changesCount
        try db.execute(sql: "UPDATE souk_log SET horizon = max(coalesce(horizon, ?1), ?1)", arguments: [cutoff.millisecondsSinceEpoch])
        try db.execute(
            sql: "DELETE FROM souk_outbox WHERE position IN (SELECT position FROM souk_outbox WHERE time < ? AND position <= ? LIMIT ?)",
            arguments: [cutoff.millisecondsSinceEpoch, relayed, sliceMax])
        return max(inbox, db.changesCount) == sliceMax
    }
}
