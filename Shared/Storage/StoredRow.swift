import GRDB
import GRDBSQLite

/// One row of a result, its values copied out by position.
///
/// `GRDB.Row` also knows its columns by name and builds a dictionary of these names for every query; for an event of forty columns that
/// took longer than SQLite needed to find it. Same calls, no names.
public struct StoredRow: Sendable {
    @usableFromInline let values: [DatabaseValue]

    private init(_ statement: SQLiteStatement) {
        values = (0..<sqlite3_column_count(statement)).map { DatabaseValue(sqliteStatement: statement, index: $0) }
    }

    /// The value of a column; ask for an optional where it may be null. A null elsewhere, or a value of another kind, is a wrong position in the program,
    /// not data: tables are STRICT.
    @inlinable public subscript<T: DatabaseValueConvertible>(_ column: Int) -> T {
        guard let value = T.fromDatabaseValue(values[column]) else { preconditionFailure("column \(column) holds \(values[column]), not \(T.self)") }
        return value
    }

    /// The first row. Throws `DatabaseError`.
    public static func fetchOne(_ statement: Statement, arguments: StatementArguments = []) throws -> StoredRow? {
        try statement.setArguments(arguments)
        defer { sqlite3_reset(statement.sqliteStatement) }
        return try statement.steppedToRow() ? StoredRow(statement.sqliteStatement) : nil
    }
    /// All rows. Throws `DatabaseError`.
    public static func fetchAll(_ statement: Statement, arguments: StatementArguments = []) throws -> [StoredRow] {
        try statement.setArguments(arguments)
        defer { sqlite3_reset(statement.sqliteStatement) }
        var rows: [StoredRow] = []
        while try statement.steppedToRow() { rows.append(StoredRow(statement.sqliteStatement)) }
        return rows
    }
}

extension Statement {
    /// Binds the values, runs the statement to its end and makes it ready for the next time. Throws `DatabaseError`.
    ///
    /// As `execute(arguments:)`, for what runs with every message: nothing is copied on the way, and GRDB's observers, of which a shard has none, are not told.
    public func run(_ values: [(any StatementBinding)?] = []) throws {
        let statement = sqliteStatement
        defer { sqlite3_reset(statement) }
        guard Int(sqlite3_bind_parameter_count(statement)) == values.count else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "\(values.count) values for \(sqlite3_bind_parameter_count(statement)) places", sql: sql)
        }
        for (index, value) in values.enumerated() {
            let code = value?.bind(to: statement, at: CInt(index + 1)) ?? sqlite3_bind_null(statement, CInt(index + 1))
            guard code == SQLITE_OK else { throw failure(code) }
        }
        while try steppedToRow() {}
    }

    fileprivate func steppedToRow() throws -> Bool {
        let code = sqlite3_step(sqliteStatement)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw failure(code)
        }
    }

    private func failure(_ code: CInt) -> DatabaseError {
        let connection = sqlite3_db_handle(sqliteStatement)
        // The connection knows more than the step: which constraint, which input/output error.
        return DatabaseError(resultCode: ResultCode(rawValue: max(code, sqlite3_extended_errcode(connection))), message: String(cString: sqlite3_errmsg(connection)), sql: sql)
    }
}
