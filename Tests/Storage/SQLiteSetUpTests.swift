import CSQLite
import Foundation
import GRDB
import Storage
import Testing

@Suite("What holds for all connections to SQLite")
struct SQLiteSetUpTests {
    @Test("Also the reader that looks at a file before its shard opens it")
    func reader() throws {
        let path = NSTemporaryDirectory() + "souk-set-up-\(UUID().uuidString).sqlite"
        defer { for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) } }
        try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE note (text TEXT) STRICT") }
        _ = try DatabaseQueue.reading(path)
        var layer: UnsafeMutablePointer<CChar>?
        let asked = try DatabaseQueue(path: path).inDatabase {
            sqlite3_file_control($0.sqliteConnection, "main", SQLITE_FCNTL_VFSNAME, &layer)
        }
        #expect(asked == SQLITE_OK)
        let name = try #require(layer)
        defer { sqlite3_free(name) }
        #expect(String(cString: name) == "gathered-wal/unix")
    }
}
