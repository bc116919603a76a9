import Contracts
import Foundation
import GRDB
import Kernel
import Messaging
import ServiceKit
import Storage
import TestKit
import Testing

@Suite("Positions of intakes and forwarders", .serialized)
struct ReadPositionTests {
    private static let place = TopicPartition("bank.events", 0)

    @Test("No start waits for a group coordinator: a service on a log whose groups never answer gets ready, prepares and forwards (12.A1)")
    func withoutCoordinator() throws {
        let fixture = try MessagingFixture(.inMemory, hasGroups: false, direct: false)
        defer { fixture.close() }
        try fixture.client.call(Deposit(account: "a", amount: 5))
        try fixture.client.eventually(Total.type) { $0 == ["deposits": 1, "amount": 5] }
        try until("both are ready") { fixture.bank.isReady && fixture.audit.isReady }
        try fixture.restartAudit()
        try fixture.restartBank()
        try fixture.client.call(Deposit(account: "a", amount: 6))
        try fixture.client.eventually(Total.type) { $0 == ["deposits": 2, "amount": 11] }
    }

    @Test("A service that starts again forwards nothing twice: its file knows what it read (12.A1)")
    func restart() throws {
        let fixture = try MessagingFixture(.inMemory, hasGroups: false, direct: false)
        defer { fixture.close() }
        let memory = try #require(fixture.memory)
        for amount in 1...5 { try fixture.client.call(Deposit(account: "a", amount: amount)) }
        try fixture.client.eventually(Total.type) { $0["deposits"] == 5 }
        // What is forwarded and not saved yet is forwarded once more.
        let end = try memory.watermarks(Self.place).upperBound
        try until("the position is saved") {
            try fixture.rows(of: "audit") {
                try Int64.fetchOne($0, sql: "SELECT next_offset FROM souk_read_position WHERE topic = 'bank.events' AND partition = 0")
            } == end
        }
        fixture.audit.end()
        let forwarded = memory.records(of: "audit.commands").count
        try fixture.restartAudit()
        try fixture.client.call(Deposit(account: "a", amount: 6))
        try fixture.client.eventually(Total.type) { $0["deposits"] == 6 }
        #expect(memory.records(of: "audit.commands").count == forwarded + 1)
    }

    @Test("""
        A file of an older program goes on where its group had committed, and asks for that once; the positions of another cluster are \
        forgotten
        """)
    func adoption() throws {
        let log = InMemoryLog(partitions: ["bank.events": 1])
        let file = try ShardContents.scratch(migrations: [])
        let positions = ReadPositions(file)
        func start(_ cluster: String = "memory-1") throws -> StartPosition {
            try positions.start(of: Self.place, group: "audit.forwarder", on: log, id: cluster)
        }
        log.commit(7, of: Self.place, group: "audit.forwarder")
        #expect(try start() == .beginning)
        // The row that the migration leaves in a file that followed this cluster before.
        try file.write {
            try $0.execute(sql: "INSERT INTO souk_read_position (topic, partition, cluster_id, next_offset) VALUES ('', 0, 'memory-1', 20)")
        }
        log.hasGroups = false
        #expect(throws: LogError.self) { try start() }
        log.hasGroups = true
        #expect(try start() == .offset(7))
        log.hasGroups = false
        #expect(try start() == .offset(7))
        #expect(try start("memory-2") == .beginning)
        // A recreated log is read from its current position, even a lower one.
        try positions.set([Self.place: 3], in: "memory-1")
        #expect(try start() == .offset(3))
    }

    @Test("The migration marks files that followed a log before, and no new ones")
    func migration() throws {
        let file = try ShardContents.scratch(migrations: [])
        #expect(try file.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM souk_read_position") } == 0)
        try file.write { db in
            try db.execute(sql: """
                INSERT INTO souk_log (one, topic, partition, cluster_id, next_offset) VALUES (1, 'bank.commands', 0, 'c', 5);
                DROP TABLE souk_read_position; DELETE FROM grdb_migrations WHERE identifier = '0000_CreateReadPositions';
                """)
        }
        try ShardContents.migrate(file, [])
        #expect(try file.read { try String.fetchAll($0, sql: "SELECT topic || cluster_id FROM souk_read_position") } == ["c"])
    }

    @Test("What is waited for is told once, however often it is tried, and again after it was there (12.A1)")
    func toldOnce() {
        let lines = LinesLog()
        let waiting = WaitingLog(lines.logger)
        for _ in 0..<50 { waiting.note("cannot start yet", reason: "no broker answers at a:1") }
        waiting.note("cannot start yet", reason: "the password is wrong")
        for _ in 0..<50 { waiting.note("cannot start yet", reason: "no broker answers at a:1") }
        #expect(lines.all.count == 2)
        waiting.over("it goes on")
        waiting.over("it goes on")
        waiting.note("cannot start yet", reason: "no broker answers at a:1")
        #expect(lines.all == ["warning cannot start yet: no broker answers at a:1", "warning cannot start yet: the password is wrong",
                              "notice it goes on", "warning cannot start yet: no broker answers at a:1"])
    }
}
