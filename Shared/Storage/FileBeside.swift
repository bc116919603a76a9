import CGatheredWAL
import CSQLite
import GRDB

/// What holds for all connections of the process.
private enum SQLiteSetUp {
    /// SQLite takes the first only before the first connection; the second also later.
    static let isDone: Bool = {
        _ = souk_sqlite_without_memory_statistics()
        return souk_sqlite_gather_wal() == SQLITE_OK
    }()
}

/// How long a connection waits for another one that has an SQLite file to itself.
///
/// The first connection to a file recovers its log of pages and the last one to close folds the log in, each alone with
/// the file for a moment (https://www.sqlite.org/wal.html#sometimes_queries_return_sqlite_busy_in_wal_mode). SQLite's
/// default is not to wait: opening the file in that moment fails with `SQLITE_BUSY`.
private let fileToItselfSeconds = 5.0

extension Configuration {
    /// Waits while another connection has the file to itself, and then throws `SQLITE_BUSY`.
    package mutating func waitForOthers() {
        _ = SQLiteSetUp.isDone
        busyMode = .timeout(fileToItselfSeconds)
    }
}

extension DatabaseQueue {
    /// Reads a file beside the process that writes it, also while that process opens or closes it.
    package static func reading(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.waitForOthers()
        return try DatabaseQueue(path: path, configuration: configuration)
    }
}
