import Crypto
import Foundation
import GRDB
import Kernel

/// What a shard holds, for comparing a shard with its rebuilt copy.
public enum ShardContents {
    /// Tables whose rows depend on when housekeeping ran, not on the log alone.
    public static let housekeeping: Set<String> = [
        "souk_log", "souk_read_position", "souk_shard", "souk_source", "souk_republish", "souk_unasked", "souk_handover",
        "grdb_migrations",
        "sqlite_sequence",
    ]

    /// An empty shard in memory, to replay a log into.
    public static func scratch(migrations: [any Migration.Type]) throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try migrate(queue, migrations)
        return queue
    }
    package static func migrate(_ file: some DatabaseWriter, _ migrations: [any Migration.Type]) throws {
        try ShardFile.migrate(file, PlatformTables.migrations + migrations)
    }

    public static func tables(_ db: Database) throws -> [String] {
        try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
            .filter { !housekeeping.contains($0) }
    }

    /// SHA-256 over the rows of a table in primary key order, and their number.
    public static func digest(of table: String, where condition: String = "1", _ db: Database) throws -> (rows: Int, digest: String) {
        let key = try db.primaryKey(table).columns.map { "\"\($0)\"" }.joined(separator: ", ")
        var hash = SHA256()
        var rows = 0
        let cursor = try Row.fetchCursor(db, sql: "SELECT * FROM \"\(table)\" WHERE \(condition) ORDER BY \(key)")
        while let row = try cursor.next() {
            rows += 1
            for value in row.databaseValues {
                switch value.storage {
                case .null: hash.update(data: [0])
                case .int64(let n): withUnsafeBytes(of: n.bigEndian) { hash.update(data: [1] + Array($0)) }
                case .double(let n): withUnsafeBytes(of: n.bitPattern.bigEndian) { hash.update(data: [2] + Array($0)) }
                case .string(let text): hash.update(data: [3] + Array("\(text.utf8.count):".utf8) + Array(text.utf8))
                case .blob(let data): hash.update(data: [4] + Array("\(data.count):".utf8) + Array(data))
                }
            }
        }
        return (rows, Hex.encode(hash.finalize()))
    }

    /// One digest over all tables but housekeeping.
    public static func fingerprint(_ db: Database) throws -> String {
        try digests(db).sorted { $0.key < $1.key }.map { "\($0.key):\($0.value.digest)" }.joined(separator: "\n")
    }

    /// The digest of every table but housekeeping.
    public static func digests(_ db: Database) throws -> [String: (rows: Int, digest: String)] {
        Dictionary(uniqueKeysWithValues: try tables(db).map { ($0, try digest(of: $0, db)) })
    }
}
