import GRDB
import Kernel
import Messaging
import Storage
import Testing

@Suite("What the retention window has passed is forgotten")
struct RetentionTests {
    private static let now = Timestamp(secondsSinceEpoch: 1_795_244_400)
    private static let cutoff = now - .days(7)

    /// Outbox rows with these times, at positions 1, 2, 3, …
    private func shard(outbox times: [Timestamp] = [], inbox: [Timestamp] = []) throws -> DatabaseQueue {
        let shard = try ShardContents.scratch(migrations: [])
        try shard.write { db in
            for (number, time) in times.enumerated() {
                try db.execute(sql: """
                    INSERT INTO souk_outbox (tenant, id, topic, type, time, correlation_id, causation_id, value)
                    VALUES ('souq', ?, 't', 't', ?, 'c', 'c', x'')
                    """, arguments: ["m\(number)", time.millisecondsSinceEpoch])
            }
            for (number, time) in inbox.enumerated() {
                try db.execute(sql: "INSERT INTO souk_inbox (tenant, id, type, received_at) VALUES ('souq', ?, 't', ?)",
                               arguments: ["m\(number)", time.millisecondsSinceEpoch])
            }
        }
        return shard
    }
    private func left(_ shard: DatabaseQueue) throws -> [Int] {
        try shard.read { try Int.fetchAll($0, sql: "SELECT position FROM souk_outbox ORDER BY position") }
    }
    private func prune(_ shard: DatabaseQueue, relayed: Int64 = .max) throws -> Bool {
        try shard.write { try Retention.prune(before: Self.cutoff, relayed: relayed, in: $0) }
    }

    @Test("Old rows go, young ones stay, and what the log has not acknowledged stays however old it is")
    func window() throws {
        let shard = try shard(outbox: [Self.cutoff - .days(2), Self.cutoff - .milliseconds(1), Self.cutoff, Self.now],
                              inbox: [Self.cutoff - .milliseconds(1), Self.cutoff])
        #expect(try !prune(shard, relayed: 1))
        #expect(try left(shard) == [2, 3, 4])
        #expect(try !prune(shard))
        #expect(try left(shard) == [3, 4])
        #expect(try shard.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM souk_inbox") } == 1)
    }

    @Test("Rows of a clock that runs ahead keep nobody else's")
    func ahead() throws {
        let nextYear = Self.now + .days(365)
        let shard = try shard(outbox: [nextYear, Self.cutoff - .days(1), nextYear, Self.cutoff - .hours(1), nextYear, Self.now - .hours(1)])
        #expect(try !prune(shard))
        #expect(try left(shard) == [1, 3, 5, 6])
    }

    @Test("More than a slice goes in several, each says that more is left")
    func slices() throws {
        let old = Array(repeating: Self.cutoff - .days(1), count: Retention.sliceMax + 1)
        let shard = try shard(outbox: old, inbox: [Self.cutoff - .days(1)])
        #expect(try prune(shard))
        #expect(try left(shard) == [Retention.sliceMax + 1])
        #expect(try !prune(shard))
        #expect(try left(shard).isEmpty)
    }
}
