import GRDB

/// Tells whether another connection has committed to an SQLite file since the last question.
///
/// It asks `PRAGMA data_version` (https://www.sqlite.org/pragma.html#pragma_data_version), which reads no table. The
/// number is comparable on one connection only, so the watch has a connection of its own. Use it from one thread.
public final class CommitWatch {
    private let connection: DatabaseQueue
    private var seen: Int64?

    public init(path: String) throws {
        connection = try DatabaseQueue.reading(path)
    }

    /// True the first time, and when the file has changed since the last call.
    public func hasChanged() throws -> Bool {
        let version = try connection.unsafeRead { db in
            try Int64.fetchOne(db.cachedStatement(sql: "PRAGMA data_version"))
        }
        defer { seen = version }
        return seen == nil || version != seen
    }
}
