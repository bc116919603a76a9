import Foundation
import GRDB
import Storage
import Testing

@Suite("Watching a file for commits")
struct CommitWatchTests {
    @Test("Only a commit of another connection counts as a change")
    func commits() throws {
        let path = NSTemporaryDirectory() + "souk-commits-\(UUID().uuidString).sqlite"
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
        let writer = try DatabasePool(path: path)
        try writer.write { try $0.execute(sql: "CREATE TABLE note (text TEXT)") }
        let watch = try CommitWatch(path: path)
        #expect(try watch.hasChanged(), "the first look must read the file")
        #expect(try !watch.hasChanged())
        _ = try writer.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM note") }
        #expect(try !watch.hasChanged(), "a reader changes nothing")
        try writer.write { try $0.execute(sql: "INSERT INTO note VALUES ('a')") }
        #expect(try watch.hasChanged())
        #expect(try !watch.hasChanged())
        #expect(throws: CancellationError.self) {
            try writer.write { db in
                try db.execute(sql: "INSERT INTO note VALUES ('b')")
                throw CancellationError()
            }
        }
        #expect(try !watch.hasChanged(), "nothing was committed")
    }
}
