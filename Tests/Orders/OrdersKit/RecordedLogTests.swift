import Foundation
import GRDB
import TestKit
import Testing

@Suite("A recorded log")
struct RecordedLogTests {
    /// The golden file was written by the release before workflows had facts of their own.
    @Test("Every release replays it to the same messages in the same order with the same ids")
    func messages() throws {
        let shard = try RecordedLog.play()
        let sent = try shard.file.pool.read { db in
            try Row.fetchAll(db, sql: "SELECT type, id FROM souk_outbox ORDER BY position")
                .map { "\($0[0] as String) \($0[1] as String)\n" }.joined()
        }
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Golden/recorded-log.txt")
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" { try Data(sent.utf8).write(to: path) }
        let golden = try String(contentsOf: path, encoding: .utf8)
        for (mine, theirs) in zip(sent.split(separator: "\n"), golden.split(separator: "\n")) { #expect(mine == theirs) }
        #expect(sent == golden)
        #expect(try shard.deadLetters().count == 2, "news of an order that nobody placed")
    }
}
