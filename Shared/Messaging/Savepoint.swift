import GRDB
import Storage

/// A part of a transaction that leaves no row behind when it throws. Parts may lie in parts: SQLite goes back to the innermost one.
enum Savepoint {
    /// As GRDB's `inSavepoint`, with prepared statements: it runs once for every message.
    static func run<Value>(_ db: Database, _ body: () throws -> Value) throws -> Value {
        try db.cachedStatement(sql: "SAVEPOINT message").run()
        let value: Value
        do {
            value = try body()
        } catch {
            // Some errors of SQLite (disk full) have ended the transaction already; then there is nothing to roll back to.
            if db.isInsideTransaction {
                try db.cachedStatement(sql: "ROLLBACK TO SAVEPOINT message").run()
                try db.cachedStatement(sql: "RELEASE SAVEPOINT message").run()
            }
            throw error
        }
        try db.cachedStatement(sql: "RELEASE SAVEPOINT message").run()
        return value
    }
}
