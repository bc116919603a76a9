import Dispatch
import Foundation
import GRDB
import Storage
import Synchronization
import Testing

private enum CreateNotes: Migration {
    static let name = "0001_CreateNotes"
    static let sql = """
        CREATE TABLE note (tenant TEXT NOT NULL, id INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (tenant, id)) STRICT, WITHOUT ROWID;
        """
}
private enum AddPins: Migration {
    static let name = "0002_AddPins"
    static let sql = "CREATE TABLE pin (tenant TEXT NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (tenant, id)) STRICT, WITHOUT ROWID;"
}

/// A folder of its own for one test.
private final class Scratch {
    let folder = NSTemporaryDirectory() + "souk-storage-\(UUID().uuidString)"
    var path: String { folder + "/p0.sqlite" }
    var snapshots: String { folder + "/snapshots" }

    func open(_ migrations: [any Migration.Type] = [CreateNotes.self]) throws -> ShardFile {
        try ShardFile(path: path, migrations: migrations)
    }
    func write(_ ids: Range<Int>, _ file: ShardFile) throws {
        try file.pool.write { db in
            for id in ids { try db.execute(sql: "INSERT INTO note VALUES ('souq', ?, 'a note')", arguments: [id]) }
            try db.execute(sql: """
                INSERT INTO souk_log (one, topic, partition, cluster_id, next_offset) VALUES (1, 'notes.commands', 0, 'c', ?)
                ON CONFLICT DO UPDATE SET next_offset = excluded.next_offset
                """, arguments: [ids.upperBound])
        }
    }
    func notes(_ file: ShardFile) throws -> Int { try file.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM note") ?? 0 } }
    deinit { try? FileManager.default.removeItem(atPath: folder) }
}

/// How opening a file on a thread of its own ends.
private final class Opened: Sendable {
    private let result = Mutex<Result<Void, any Error>?>(nil)
    private let ended = DispatchSemaphore(value: 0)

    func end(with result: Result<Void, any Error>) {
        self.result.withLock { $0 = result }
        ended.signal()
    }
    /// Answers when this process has the file open so many times, or when opening it has ended.
    func waitUntilOpen(_ path: String, times: Int) throws {
        let folder = "/proc/self/fd"
        func isOpen() throws -> Bool {
            try FileManager.default.contentsOfDirectory(atPath: folder)
                .count { (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == path } >= times
        }
        while try !isOpen(), result.withLock({ $0 == nil }) { sched_yield() }
    }
    func wait() -> Result<Void, any Error> {
        ended.wait()
        return result.withLock { $0 } ?? .failure(CancellationError())
    }
}

@Suite("The file of a shard")
struct ShardFileTests {
    @Test("One shard has one writer: a file that is open is refused to the next, and free again when it is closed")
    func locked() throws {
        let scratch = Scratch()
        let first = try scratch.open()
        #expect { try scratch.open() } throws: { error in
            guard case StorageError.locked = error else { return false }
            return true
        }
        first.close()
        try scratch.open().close()
    }

    private static let waysToOpen: [@Sendable (_ path: String) throws -> Void] = [
        { try ShardFile(path: $0, migrations: [CreateNotes.self]).close() },
        { _ = try DatabaseQueue.reading($0).read { try $0.tableExists("note") } },
    ]

    @Test("A file that another connection has to itself for a moment is waited for, by its shard and by a reader beside it",
          .timeLimit(.minutes(1)), arguments: waysToOpen.indices)
    func alone(way: Int) throws {
        let scratch = Scratch()
        try scratch.open().close()
        var alone = Configuration()
        alone.prepareDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
        let other = try DatabaseQueue(path: scratch.path, configuration: alone)
        try other.write { try $0.execute(sql: "CREATE TABLE other (id INTEGER)") }
        let opened = Opened(), path = scratch.path, open = Self.waysToOpen[way]
        Thread.detachNewThread { opened.end(with: Result { try open(path) }) }
        // Without the wait it has ended by then, with `SQLITE_BUSY`.
        try opened.waitUntilOpen(path, times: 2)
        try other.close()
        try opened.wait().get()
    }

    @Test("A file that a newer program has written is not opened by an older one")
    func newer() throws {
        let scratch = Scratch()
        try scratch.open([CreateNotes.self, AddPins.self]).close()
        #expect { try scratch.open([CreateNotes.self]) } throws: { error in
            guard case StorageError.newer = error else { return false }
            return true
        }
        try scratch.open([CreateNotes.self, AddPins.self]).close()
    }

    @Test("Snapshots are named by the log position, and the oldest make room")
    func snapshots() throws {
        let scratch = Scratch()
        let file = try scratch.open()
        defer { file.close() }
        for end in [10, 20, 30] {
            try scratch.write((end - 10)..<end, file)
            _ = try file.snapshot(into: scratch.snapshots, keep: 2)
        }
        let names = ShardFile.snapshots(in: scratch.snapshots).map { ($0 as NSString).lastPathComponent }
        #expect(names == ["0000000000000020.sqlite", "0000000000000030.sqlite"])
    }

    @Test("A snapshot that is asked for while another is written waits for it, and both are whole")
    func snapshotsAtOnce() throws {
        let scratch = Scratch()
        let file = try scratch.open()
        defer { file.close() }
        try scratch.write(0..<10, file)
        let folder = scratch.snapshots, isOver = DispatchGroup()
        isOver.enter()
        let first = try file.snapshot(into: folder, keep: 2) {
            let second = Thread {
                _ = try? file.snapshot(into: folder, keep: 2)
                isOver.leave()
            }
            second.start()
            // Without a turn for each the second one ends here, and takes away what the first has written.
            _ = isOver.wait(timeout: .now() + .milliseconds(300))
        }
        isOver.wait()
        #expect(ShardFile.snapshots(in: folder) == [first])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
    }

    @Test("A missing file comes back from the newest snapshot, whatever the old one has left beside it")
    func restored() throws {
        let scratch = Scratch()
        let file = try scratch.open()
        try scratch.write(0..<10, file)
        _ = try file.snapshot(into: scratch.snapshots, keep: 3)
        // Written after the snapshot, and still in the write-ahead log when the file is lost.
        try scratch.write(10..<2000, file)
        let log = try Data(contentsOf: URL(fileURLWithPath: scratch.path + "-wal"))
        file.close()
        try FileManager.default.removeItem(atPath: scratch.path)
        try log.write(to: URL(fileURLWithPath: scratch.path + "-wal"))
        #expect(try ShardFile.restoreIfMissing(path: scratch.path, snapshots: scratch.snapshots))
        let again = try scratch.open()
        defer { again.close() }
        #expect(try scratch.notes(again) == 10)
        #expect(try again.pool.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") } == "ok")
        #expect(try !ShardFile.restoreIfMissing(path: scratch.path, snapshots: scratch.snapshots), "a file that is there stays")
    }

    @Test("Without a snapshot nothing is restored: the log has everything")
    func nothingToRestore() throws {
        let scratch = Scratch()
        #expect(try !ShardFile.restoreIfMissing(path: scratch.path, snapshots: scratch.snapshots))
        #expect(!FileManager.default.fileExists(atPath: scratch.path))
    }
}
