import GRDB
import GRDBSQLite
import Kernel

extension Database {
    private struct Limit {
        let deadline: ContinuousClock.Instant
        var isOver = false
    }

    /// Limits the total time of reads. SQLite then interrupts the running statement, and the whole call throws
    /// `SQLITE_INTERRUPT` even if the body caught the error. The limit does not cover work between statements.
    public func limited<T>(to duration: Duration, _ body: () throws -> T) throws -> T {
        var limit = Limit(deadline: ContinuousClock.now + duration)
        return try withUnsafeMutablePointer(to: &limit) { pointer in
            // Checks every 4000 steps of SQLite's virtual machine: about ten microseconds.
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
