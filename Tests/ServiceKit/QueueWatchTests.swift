import Foundation
import GRDB
import ServiceKit
import Testing

@Suite("When a side-effect worker reads its queue")
struct QueueWatchTests {
    @Test("An idle worker reads after a commit and once a second, a busy one at every look")
    func looks() throws {
        let path = NSTemporaryDirectory() + "souk-queue-\(UUID().uuidString).sqlite"
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
        let writer = try DatabasePool(path: path)
        try writer.write { try $0.execute(sql: "CREATE TABLE note (text TEXT)") }
        let watch = try QueueWatch(path: path)
        let start = ContinuousClock.now
        func mustRead(_ milliseconds: Int, isBusy: Bool = false) throws -> Bool {
            try watch.mustRead(isBusy: isBusy, now: start + .milliseconds(milliseconds))
        }
        #expect(try mustRead(0), "the first look must read the file")
        #expect(try !mustRead(50))
        #expect(try mustRead(100, isBusy: true))
        try writer.write { try $0.execute(sql: "INSERT INTO note VALUES ('a')") }
        #expect(try mustRead(150))
        #expect(try !mustRead(200))
        #expect(try !mustRead(1_149))
        #expect(try mustRead(1_150), "a second after the last reading")
        #expect(try !mustRead(1_200))
    }
}
