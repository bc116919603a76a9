import FoundationEssentials
import GRDB
import Kernel
import NotificationsKit
import Storage

/// What senders of one shard have done, written before it is told to the log: ids and outcomes, no texts and no
/// addresses. A result that a crash or a lost broker swallowed is told again from here; the message is not sent again.
final class DeliveryJournal: Sendable {
    private let queue: DatabaseQueue

    /// Rows older than this are told, or about messages nobody waits for.
    static let keptFor: Duration = .days(7)

    init(path: String) throws {
        // The shard's folder; a journal may be opened before the shard.
        try FileManager.default.createDirectory(atPath: String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]),
                                                withIntermediateDirectories: true)
        var configuration = Configuration()
        // A process that is replaced may be closing it.
        configuration.waitForOthers()
        configuration.prepareDatabase {
            try $0.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -512")
        }
        queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.write { db in
            try db.execute(sql: """
                CREATE TABLE IF NOT EXISTS done (
                    tenant TEXT NOT NULL, delivery_id TEXT NOT NULL, attempt INTEGER NOT NULL, at INTEGER NOT NULL,
                    -- JSON.
                    result TEXT NOT NULL,
                    PRIMARY KEY (tenant, delivery_id, attempt)
                ) STRICT, WITHOUT ROWID
                """)
        }
    }

    func write(_ result: DeliveryResult, of key: DeliveryTry, at now: Timestamp) throws {
        try queue.write { db in
            try db.cachedStatement(
                sql: "INSERT INTO done (tenant, delivery_id, attempt, at, result) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING")
                .execute(
                    arguments: [key.tenant.rawValue, key.deliveryId, key.attempt, now.millisecondsSinceEpoch, try JSONColumn.text(result)])
        }
    }
    func result(of key: DeliveryTry) throws -> DeliveryResult? {
        try queue.read { db in
            let statement = try db.cachedStatement(sql: "SELECT result FROM done WHERE tenant = ? AND delivery_id = ? AND attempt = ?")
            return try String.fetchOne(statement, arguments: [key.tenant.rawValue, key.deliveryId, key.attempt]).map {
                try JSONColumn.value($0)
            }
        }
    }
    func prune(before: Timestamp) throws {
        try queue.write { try $0.execute(sql: "DELETE FROM done WHERE at < ?", arguments: [before.millisecondsSinceEpoch]) }
    }
    func close() { try? queue.close() }
}
