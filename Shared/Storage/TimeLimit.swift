import GRDB
import GRDBSQLite
import Kernel

extension Database {
    private struct Limit {
        let deadline: ContinuousClock.Instant
        var isOver = false
    }

    /// Runs reads that may take so long together. A statement that is still running then ends, and all of it throws `SQLITE_INTERRUPT`, whatever the body made
    /// of the error. What the body does between statements is its own business.
    public func limited<T>(to duration: Duration, _ body: () throws -> T) throws -> T {
        var limit = Limit(deadline: ContinuousClock.now + duration)
        return try withUnsafeMutablePointer(to: &limit) { pointer in
            // Every few thousand steps of SQLite's machine: some ten microseconds.
            sqlite3_progress_handler(sqliteConnection, 4_000, { context in
                guard let limit = context?.assumingMemoryBound(to: Limit.self) else { return 0 }
                guard ContinuousClock.now > limit.pointee.deadline else { return 0 }
                limit.pointee.isOver = true
                return 1
            }, pointer)
            defer { sqlite3_progress_handler(sqliteConnection, 0, nil, nil) }
            let result = Result { try body() }
            if pointer.pointee.isOver { throw DatabaseError(resultCode: .SQLITE_INTERRUPT, message: "took longer than \(duration)") }
            return try result.get()
        }
    }
}
