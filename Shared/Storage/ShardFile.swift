import Foundation
import GRDB
import Kernel
import Synchronization

/// The SQLite file of one shard (service, partition): business tables, inbox, outbox, timers and the log position,
/// changed together or not at all.
///
/// WAL with `synchronous=NORMAL`: after a power cut the file falls back to an older consistent position and the log replays the rest.
public final class ShardFile: Sendable {
    public let path: String
    /// One writer, several readers on snapshots.
    public let pool: DatabasePool
    private let lock: FileLock
    /// One snapshot at a time: all of a shard use the same scratch file.
    private let snapshotting = Mutex(())

    private static let writerCacheKiB = 16 * 1024
    private static let readerCacheKiB = 4 * 1024
    /// Of 4 KiB.
    private static let checkpointPages = 8_000

    /// Opens (or makes) the file, takes its lock and migrates it.
    /// Throws `StorageError.locked` when another process has the file, `StorageError.newer` when a newer program has written it.
    public convenience init(path: String, migrations: [any Migration.Type], readers: Int = 6) throws {
        try self.init(path: path, migrations: migrations, readers: readers) { _ in }
    }

    /// - Parameter prepare: called with each connection before it is used, after its own settings.
    package init(path: String, migrations: [any Migration.Type], readers: Int = 6,
                 prepare: @escaping @Sendable (Database) throws -> Void) throws {
        self.path = path
        try FileManager.default.createDirectory(atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        lock = try FileLock(path: path + ".lock")
        var configuration = Configuration()
        configuration.maximumReaderCount = readers
        configuration.waitForOthers()
        configuration.prepareDatabase { db in
            // The writer keeps what a busy hour touches, and lets the log of pages grow: with 4 MiB of each a fifth of
            // a replay was reading and writing pages again.
            let cacheKiB = db.configuration.readonly ? Self.readerCacheKiB : Self.writerCacheKiB
            try db.execute(sql: """
                PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -\(cacheKiB);
                PRAGMA wal_autocheckpoint = \(Self.checkpointPages);
                """)
            try prepare(db)
        }
        pool = try DatabasePool(path: path, configuration: configuration)
        try Self.migrate(pool, PlatformTables.migrations + migrations)
        if try TableStatistics.write(pool) { pool.invalidateReadOnlyConnections() }
    }

    /// Applies what is missing, in the order of the list, each in a transaction of its own.
    static func migrate(_ writer: some DatabaseWriter, _ migrations: [any Migration.Type]) throws {
        var migrator = DatabaseMigrator()
        for migration in migrations {
            migrator.registerMigration(migration.name) { try $0.execute(sql: CheckList.spelledOut(migration.sql)) }
        }
        let hasNewer = try writer.read { try migrator.hasBeenSuperseded($0) }
        if hasNewer { throw StorageError.newer(path: writer.path) }
        try migrator.migrate(writer)
    }

    /// A consistent copy of the file by `VACUUM INTO`, named by the log position: `<offset>.sqlite`. Answers its path.
    /// Readers and the writer go on meanwhile; another snapshot waits for this one.
    /// - Parameter written: called when the copy is whole and has no name yet.
    public func snapshot(into directory: String, keep: Int, written: () -> Void = {}) throws -> String {
        try snapshotting.withLock { _ in try writeSnapshot(into: directory, keep: keep, written: written) }
    }

    private func writeSnapshot(into directory: String, keep: Int, written: () -> Void) throws -> String {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let scratch = "\(directory)/.in-progress.sqlite"
        try? FileManager.default.removeItem(atPath: scratch)
        try pool.unsafeReentrantRead { try $0.execute(sql: "VACUUM INTO ?", arguments: [scratch]) }
        let offset = try DatabaseQueue.reading(scratch).read {
            try Int64.fetchOne($0, sql: "SELECT next_offset FROM souk_log") ?? 0
        }
        written()
        let name = String(repeating: "0", count: max(0, 16 - String(offset).count)) + String(offset)
        let final = "\(directory)/\(name).sqlite"
        try? FileManager.default.removeItem(atPath: final)
        // Rename is atomic: a snapshot is whole or it is not there.
        try FileManager.default.moveItem(atPath: scratch, toPath: final)
        for old in Self.snapshots(in: directory).dropLast(keep) { try? FileManager.default.removeItem(atPath: old) }
        return final
    }

    /// Paths of the snapshots, oldest first.
    public static func snapshots(in directory: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return names.filter { $0.hasSuffix(".sqlite") && !$0.hasPrefix(".") }.sorted().map { "\(directory)/\($0)" }
    }

    /// A replica without its file starts from the newest snapshot; the log replays the rest. A file that has never
    /// followed a log counts as missing.
    public static func restoreIfMissing(path: String, snapshots directory: String) throws -> Bool {
        guard let newest = snapshots(in: directory).last else { return false }
        if FileManager.default.fileExists(atPath: path) {
            // Another process has the file open and keeps it.
            guard let lock = try? FileLock(path: path + ".lock") else { return false }
            defer { lock.release() }
            guard try hasNoHistory(path) else { return false }
            try FileManager.default.removeItem(atPath: path)
        }
        try FileManager.default.createDirectory(atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        // What an older file left beside it would be applied to the new one.
        for leftOver in ["-wal", "-shm", ".restoring"] where FileManager.default.fileExists(atPath: path + leftOver) {
            try FileManager.default.removeItem(atPath: path + leftOver)
        }
        // Rename is atomic: a start that is cut off here restores again.
        try FileManager.default.copyItem(atPath: newest, toPath: path + ".restoring")
        try FileManager.default.moveItem(atPath: path + ".restoring", toPath: path)
        return true
    }

    /// Nothing was ever applied to the file: a refused start has left it.
    private static func hasNoHistory(_ path: String) throws -> Bool {
        try DatabaseQueue.reading(path).read { db in
            guard try db.tableExists("souk_log") else { return false }
            return try Int.fetchOne(db, sql: "SELECT count(*) FROM souk_log") == 0
        }
    }

    public func close() {
        try? pool.close()
        lock.release()
    }
}

public enum StorageError: Error, Sendable, CustomStringConvertible {
    case locked(path: String)
    case newer(path: String)
    case unreadable(path: String, reason: String)
    public var description: String {
        switch self {
        case .locked(let path): "another process has \(path) open; one shard has one writer"
        case .newer(let path): "\(path) was written by a newer version of this service; start that version or restore an older snapshot"
        case .unreadable(let path, let reason): "\(path): \(reason)"
        }
    }
}

/// An advisory lock (flock) that keeps two processes off one file; the kernel drops it when the process dies.
package final class FileLock: Sendable {
    private let descriptor: Mutex<Int32>

    package init(path: String) throws {
        let opened = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o644)
        guard opened >= 0 else { throw StorageError.unreadable(path: path, reason: String(cString: strerror(errno))) }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            Foundation.close(opened)
            throw StorageError.locked(path: path)
        }
        descriptor = Mutex(opened)
    }
    package func release() {
        descriptor.withLock {
            if $0 >= 0 { Foundation.close($0) }
            $0 = -1
        }
    }
    deinit { release() }
}
