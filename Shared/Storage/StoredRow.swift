import Foundation
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

    /// The value of a column; ask for an optional where it may be null. A null elsewhere, or a value of another kind,
    /// is a wrong position in the program, not data: tables are STRICT.
    @inlinable public subscript<T: DatabaseValueConvertible>(_ column: Int) -> T {
        guard let value = T.fromDatabaseValue(values[column]) else {
            preconditionFailure("column \(column) holds \(values[column]), not \(T.self)")
        }
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
        return try rest(of: statement)
    }

    /// As `fetchOne(_:arguments:)`, for what is asked with every message: nothing is copied on the way.
    public static func fetchOne(_ statement: Statement, _ values: [(any ColumnValue)?]) throws -> StoredRow? {
        try statement.bind(values)
        defer { sqlite3_reset(statement.sqliteStatement) }
        return try statement.steppedToRow() ? StoredRow(statement.sqliteStatement) : nil
    }
    /// As `fetchAll(_:arguments:)`, for what is asked with every message.
    public static func fetchAll(_ statement: Statement, _ values: [(any ColumnValue)?]) throws -> [StoredRow] {
        try statement.bind(values)
        return try rest(of: statement)
    }
    private static func rest(of statement: Statement) throws -> [StoredRow] {
        defer { sqlite3_reset(statement.sqliteStatement) }
        var rows: [StoredRow] = []
        while try statement.steppedToRow() { rows.append(StoredRow(statement.sqliteStatement)) }
        return rows
    }
}

extension Statement {
    /// Binds the values, runs the statement to its end and makes it ready for the next time. Throws `DatabaseError`.
    ///
    /// As `execute(arguments:)`, for what runs with every message: nothing is copied on the way, and GRDB's observers,
    /// of which a shard has none, are not told.
    public func run(_ values: [(any ColumnValue)?] = []) throws {
        try bind(values)
        defer { sqlite3_reset(sqliteStatement) }
        while try steppedToRow() {}
    }

    fileprivate func bind(_ values: [(any ColumnValue)?]) throws {
        let statement = sqliteStatement
        guard Int(sqlite3_bind_parameter_count(statement)) == values.count else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE,
                                message: "\(values.count) values for \(sqlite3_bind_parameter_count(statement)) places", sql: sql)
        }
        for (index, value) in values.enumerated() {
            let place = CInt(index + 1)
            let code = value?.bindColumn(of: statement, at: place) ?? sqlite3_bind_null(statement, place)
            guard code == SQLITE_OK else { throw failure(code) }
        }
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
        return DatabaseError(resultCode: ResultCode(rawValue: max(code, sqlite3_extended_errcode(connection))),
                             message: String(cString: sqlite3_errmsg(connection)), sql: sql)
    }
}

/// What a column takes, as `Statement.run` binds it: SQLite copies what it needs. A protocol of its own, so that
/// nothing is asked for its type with every value.
public protocol ColumnValue {
    /// Answers SQLite's code.
    func bindColumn(of statement: SQLiteStatement, at place: CInt) -> CInt
}

extension String: ColumnValue {
    /// With its length, so that SQLite does not look for the end.
    public func bindColumn(of statement: SQLiteStatement, at place: CInt) -> CInt {
        // No bytes have no address, and no address is NULL.
        guard !isEmpty else { return bind(to: statement, at: place) }
        var copy = self
        return copy.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                sqlite3_bind_text(statement, place, $0.baseAddress, CInt($0.count), unsafeBitCast(-1, to: sqlite3_destructor_type.self))
            }
        }
    }
}
extension Int: ColumnValue {
    public func bindColumn(of statement: SQLiteStatement, at place: CInt) -> CInt { sqlite3_bind_int64(statement, place, Int64(self)) }
}
extension Int64: ColumnValue {
    public func bindColumn(of statement: SQLiteStatement, at place: CInt) -> CInt { sqlite3_bind_int64(statement, place, self) }
}
extension Int32: ColumnValue {
    public func bindColumn(of statement: SQLiteStatement, at place: CInt) -> CInt { sqlite3_bind_int64(statement, place, Int64(self)) }
}
extension Bool: ColumnValue {
    public func bindColumn(of statement: SQLiteStatement, at place: CInt) -> CInt { sqlite3_bind_int64(statement, place, self ? 1 : 0) }
}
extension Double: ColumnValue {
    public func bindColumn(of statement: SQLiteStatement, at place: CInt) -> CInt { sqlite3_bind_double(statement, place, self) }
}
extension Data: ColumnValue {
    public func bindColumn(of statement: SQLiteStatement, at place: CInt) -> CInt { bind(to: statement, at: place) }
}
