import Foundation
import GRDB
import Storage
import Testing

private enum CreateNotes: Migration {
    static let name = "0001_CreateNotes"
    static let sql = "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;"
}

/// A shard's file in a folder of its own. With little memory its pages reach the log before their transaction ends.
private final class Scratch {
    let folder = NSTemporaryDirectory() + "souk-commit-\(UUID().uuidString)"
    let file: ShardFile
    private var copies = 0

    init(pagesInMemory: Int = 2_000) throws {
        file = try ShardFile(path: folder + "/p0.sqlite", migrations: [CreateNotes.self]) { db in
            try db.execute(sql: "PRAGMA cache_size = \(pagesInMemory)")
        }
    }
    /// Each of about a page.
    static func write(_ ids: Range<Int>, _ db: Database) throws {
        for id in ids {
            try db.execute(sql: "INSERT OR REPLACE INTO note VALUES (?, ?)", arguments: [id, String(repeating: "\(id),", count: 700)])
        }
    }
    /// The notes that somebody finds who opens the files as they are now, as after a kill.
    func notesAfterKill() throws -> [Int] {
        copies += 1
        let copy = folder + "/copy-\(copies).sqlite"
        for ending in ["", "-wal"] { try FileManager.default.copyItem(atPath: file.path + ending, toPath: copy + ending) }
        return try DatabaseQueue(path: copy).read { db in
            #expect(try String.fetchOne(db, sql: "PRAGMA integrity_check") == "ok")
            return try Int.fetchAll(db, sql: "SELECT id FROM note ORDER BY id")
        }
    }
    deinit {
        file.close()
        try? FileManager.default.removeItem(atPath: folder)
    }
}

@Suite("How a commit reaches the file")
struct GatheredCommitTests {
    @Test("A transaction that ended is whole in the files, whatever its size", arguments: [1, 3, 40, 300])
    func whole(size: Int) throws {
        let scratch = try Scratch()
        for turn in 1...5 {
            try scratch.file.pool.write { try Scratch.write((turn - 1) * size..<turn * size, $0) }
            #expect(try scratch.notesAfterKill() == Array(0..<turn * size))
            #expect(try scratch.file.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM note") } == turn * size)
        }
    }

    @Test("The hundred pages of a commit are a few calls of the system, not two hundred",
          .enabled(if: FileManager.default.fileExists(atPath: "/proc/thread-self/io"), "needs a kernel that counts a thread's calls"))
    func calls() throws {
        let scratch = try Scratch()
        try scratch.file.pool.write { try Scratch.write(0..<100, $0) }
        let before = try Self.writesOfThisThread()
        try scratch.file.pool.write { try Scratch.write(0..<100, $0) }
        #expect(try Self.writesOfThisThread() - before < 20)
    }

    /// A connection runs what it is asked for on the thread that asks.
    private static func writesOfThisThread() throws -> Int {
        let lines = try String(contentsOfFile: "/proc/thread-self/io", encoding: .utf8).split(separator: "\n")
        return try #require(lines.first { $0.hasPrefix("syscw: ") }.flatMap { Int($0.dropFirst("syscw: ".count)) })
    }

    private struct TakenBack: Error {}

    @Test("A transaction that is taken back leaves nothing, also when most of its pages had reached the log")
    func takenBack() throws {
        let scratch = try Scratch(pagesInMemory: 10)
        try scratch.file.pool.write { try Scratch.write(0..<20, $0) }
        for turn in 0..<5 {
            #expect(throws: TakenBack.self) {
                try scratch.file.pool.write {
                    try Scratch.write(0..<60 + turn, $0)
                    throw TakenBack()
                }
            }
            #expect(try scratch.notesAfterKill() == Array(0..<20 + turn))
            try scratch.file.pool.write { try Scratch.write(20 + turn..<21 + turn, $0) }
            #expect(try scratch.notesAfterKill() == Array(0..<21 + turn))
        }
    }

    @Test("A transaction that writes a page again which is in the log already is whole, too")
    func writtenAgain() throws {
        let scratch = try Scratch(pagesInMemory: 10)
        for turn in 1...5 {
            try scratch.file.pool.write { db in
                try Scratch.write(0..<50 * turn, db)
                try Scratch.write(0..<50 * turn, db)
            }
            #expect(try scratch.notesAfterKill() == Array(0..<50 * turn))
        }
    }

    @Test("Two connections that write in turn do not write over each other")
    func inTurn() throws {
        let scratch = try Scratch(pagesInMemory: 10)
        let other = try DatabaseQueue(path: scratch.file.path)
        for turn in 0..<5 {
            // Leaves pages that belong to nothing where the other connection writes next.
            #expect(throws: TakenBack.self) {
                try scratch.file.pool.write {
                    try Scratch.write(1_000..<1_060, $0)
                    throw TakenBack()
                }
            }
            try other.write { try Scratch.write(turn * 60..<turn * 60 + 30, $0) }
            try scratch.file.pool.write { try Scratch.write(turn * 60 + 30..<turn * 60 + 60, $0) }
            #expect(try scratch.notesAfterKill() == Array(0..<turn * 60 + 60))
        }
        try other.close()
    }
}
