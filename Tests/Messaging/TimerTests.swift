import Contracts
import Foundation
import GRDB
import Kernel
import Messaging
import ServiceKit
import Storage
import Synchronization
import TestKit
import Testing

@Suite("Timers cost what is due")
struct TimerTests {
    private static let now = Timestamp(secondsSinceEpoch: 1_795_244_400)

    private func set(_ tenant: String, _ id: String, due: Timestamp, _ db: Database) throws {
        try db.execute(sql: """
            INSERT INTO souk_timer (tenant, id, due_at, type, value, correlation_id, message_id) VALUES (?, ?, ?, 't', x'7b7d', 'c', ?)
            """,
                       arguments: [tenant, id, due.millisecondsSinceEpoch, "\(tenant)/\(id)"])
    }

    /// A shard with this many tenants, each with one timer far in the future.
    private func shard(tenants: Int) throws -> DatabaseQueue {
        let shard = try ShardContents.scratch(migrations: [])
        try shard.write { db in for number in 1...tenants { try set("tenant-\(number)", "far", due: Self.now + .hours(number), db) } }
        return shard
    }

    @Test("A look costs two statements whether a shard has five tenants or five thousand, and finds what is due in its order (12.C3)",
          arguments: [5, 5_000])
    func statements(_ tenants: Int) throws {
        let shard = try shard(tenants: tenants)
        try shard.write { db in
            try set("tenant-3", "b", due: Self.now - .seconds(1), db)
            try set("tenant-2", "a", due: Self.now - .seconds(2), db)
            try set("tenant-1", "c", due: Self.now, db)
        }
        let seen = Mutex<[String]>([])
        let look = try shard.read { db in
            db.trace { event in seen.withLock { $0.append("\(event)") } }
            defer { db.trace(options: []) }
            return try TimerLook(db, now: Self.now, shifted: [:], max: 500)
        }
        #expect(look.dueIDs == ["tenant-2/a", "tenant-3/b", "tenant-1/c"])
        #expect(look.nextDue == Self.now + .hours(1))
        let statements = seen.withLock { $0.filter { $0.contains("souk_timer") } }
        #expect(statements.count == 2, "\(statements)")
        for sql in statements {
            let plan = try shard.read { db in
                let explained = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
                explained.setUncheckedArguments(StatementArguments(repeatElement(1, count: sql.count { $0 == "?" })))
                return try Row.fetchAll(explained).map { $0["detail"] as String }
            }
            #expect(plan.allSatisfy { $0.contains("souk_timer_by_time") }, "\(plan)")
        }
    }

    @Test("Counting what is overdue costs what is due, not what there is, and each clock counts (12.C3)")
    func overdue() throws {
        let shard = try shard(tenants: 50)
        let late = (Self.now - .minutes(1)).millisecondsSinceEpoch
        let (count, plan) = try shard.write { db in
            let applied = "INSERT INTO souk_tenant (tenant, definition, last_time, clock_offset) VALUES (?, x'7b7d', 0, ?)"
            for number in 1...50 {
                try db.execute(sql: applied, arguments: ["tenant-\(number)", number == 3 ? Duration.hours(4).wholeMilliseconds : 0])
            }
            try set("tenant-1", "late", due: Self.now - .minutes(2), db)
            try set("tenant-2", "now", due: Self.now, db)
            try set("tenant-3", "late", due: Self.now - .minutes(2), db)
            try set("tenant-3", "later", due: Self.now + .hours(5), db)
            let explained = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + ShardWriter.overdueSQL)
            explained.setUncheckedArguments([late])
            return (try Int.fetchOne(db, sql: ShardWriter.overdueSQL, arguments: [late]),
                    try Row.fetchAll(explained).map { $0["detail"] as String })
        }
        // Two are late by real time; the third is three hours away, but its tenant's clock is four hours ahead.
        #expect(count == 3)
        let reads = plan.filter { $0.hasPrefix("SEARCH") || $0.hasPrefix("SCAN") }.filter { !$0.contains("CONSTANT ROW") }
        #expect(reads.count == 3 && reads.allSatisfy { $0.contains("souk_timer_by") || $0.contains("souk_tenant_moved") }, "\(plan)")
        #expect(reads.allSatisfy { !$0.hasPrefix("SCAN souk_timer") }, "\(plan)")
    }

    @Test("A sandbox whose clock was moved has its own time, and nobody else's timer is due by it")
    func sandbox() throws {
        let shard = try shard(tenants: 4)
        try shard.write { try set("tenant-2", "week", due: Self.now + .days(7), $0) }
        let look = try shard.read { try TimerLook($0, now: Self.now, shifted: ["tenant-2": .days(7)], max: 500) }
        #expect(look.dueIDs == ["tenant-2/far", "tenant-2/week"])
        #expect(look.nextDue == Self.now + .hours(1))
    }

    @Test("Timers that stay set although they were fired do not keep others from firing")
    func stuck() throws {
        let fixture = try MessagingFixture(.inMemory)
        defer { fixture.close() }
        fixture.bank.end()
        let file = try ShardFile(path: fixture.directory + "/bank/p0.sqlite", migrations: Bank.contents.migrations)
        // More than one look takes, of a tenant whose definition has not arrived.
        try file.pool.write { db in for number in 0..<600 { try set("nobody", "\(number)", due: Self.now - .days(365), db) } }
        file.close()
        try fixture.restartBank()
        #expect(try fixture.client.call(DepositLater(account: "a", amount: 7, afterMilliseconds: 50), id: "later").body == ["balance": 7])
    }

    @Test("""
        A clock that jumps over more timers than one transaction should hold fires all of them, in their order, and is answered at the end \
        (12.C3)
        """)
    func longJump() throws {
        let fixture = try MessagingFixture(.inMemory)
        defer { fixture.close() }
        let count = ShardApplier.timersPerTransactionMax * 2 + 7
        let hour = 3_600_000
        for number in 1...count {
            // The last one set is the first one due.
            let later = DepositLater(account: "a", amount: number, afterMilliseconds: hour + (count - number) * 1_000)
            try fixture.client.post(try fixture.client.envelope(later, id: "later-\(number)"), to: "bank.commands")
        }
        let batches = try fixture.bank.count(of: "souk_batches_total")
        let ahead = hour + count * 1_000
        try fixture.client.post(
            try fixture.client.envelope(AdvanceClock(offsetMilliseconds: Int64(ahead), now: .now() + .milliseconds(ahead)), id: "clock"),
                               to: "bank.commands")
        #expect(try fixture.client.reply(to: "clock", within: .seconds(60)).status == 200)
        var total = 0
        for number in stride(from: count, through: 1, by: -1) {
            total += number
            let answer = try fixture.client.reply(to: "later-\(number)")
            try #require(answer.body == ["balance": .int(total)], "in the order they were due")
        }
        #expect(try fixture.bank.count(of: "souk_batches_total") >= batches + 3, "in several transactions")
        #expect(try fixture.rows { try Int.fetchOne($0, sql: "SELECT count(*) FROM souk_timer") } == 0)
        // The mark of the log is the last record that was applied completely.
        #expect(try fixture.rows { try Bool.fetchOne($0, sql: "SELECT mark_offset = next_offset - 1 FROM souk_log") } == true)
        // A replay, which splits transactions elsewhere, gives the same rows.
        let live = try fixture.rows { try ShardContents.fingerprint($0) }
        let scratch = try ShardContents.scratch(migrations: Bank.contents.migrations)
        let applier = ShardApplier(service: Bank.name, table: Bank.handlerTable(),
                                   secret: try .load(service: Bank.name, settings: MessagingFixture.settings(fixture.directory)))
        let records = try #require(fixture.memory).records(of: "bank.commands")
        try scratch.write { db in
            try db.execute(
                sql: "INSERT INTO souk_log (one, topic, partition, cluster_id, next_offset) VALUES (1, 'bank.commands', 0, 'x', 0)")
            try applier.begin(db, reload: true)
            for record in records { try applier.apply(record, in: db) }
            try applier.finish(db)
        }
        #expect(try scratch.read { try ShardContents.fingerprint($0) } == live)
    }
}
