// Long: one suite with the helpers that all of its tests use.
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

/// Tests the ledger with simulated crashes; `Tests/EndToEnd/TrapTests.swift` has real ones.
@Suite("A handler that ends the program", .serialized)
struct TrapTests {
    private func folder() -> String { NSTemporaryDirectory() + "souk-trap-\(UUID().uuidString)" }

    /// Simulates a process that ends while it works on these keys.
    private func crash(_ path: String, with keys: [CrashLedger.Key], at seconds: Int64 = 1_000) throws {
        let ledger = try CrashLedger(path: path) { seconds }
        for key in keys { try #require(ledger.place()).hold(key) }
        ledger.close()
    }

    @Test("What is in hand when a process ends is counted, what was put down is not, and what went well is forgotten (12.C2)")
    func counting() throws {
        let folder = folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/in-hand", poison = CrashLedger.Key(.query, [1]), other = CrashLedger.Key(.query, [2])
        for crashes in 0..<CrashLedger.crashesMax {
            let ledger = try CrashLedger(path: path) { 1_000 }
            #expect(ledger.crashes(of: poison) == crashes && !ledger.isRefused(poison))
            let place = try #require(ledger.place()), beside = try #require(ledger.place())
            beside.hold(other)
            beside.release()
            place.hold(poison)
            ledger.close()
        }
        let ledger = try CrashLedger(path: path) { 1_000 }
        #expect(ledger.isRefused(poison) && ledger.crashes(of: other) == 0)
        #expect(throws: StorageError.self) { _ = try CrashLedger(path: path) }
        ledger.forget(poison)
        #expect(!ledger.hasSuspects)
        ledger.close()
        #expect(try !CrashLedger(path: path).hasSuspects)
    }

    @Test("""
        Who was in hand together is done alone; a delivery that waits for a peer is not blamed for a query; blame ends, but not that of a \
        message (12.C2)
        """)
    func blame() throws {
        let folder = folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/in-hand"
        let keys = [CrashLedger.Key(.preparation, [1]), CrashLedger.Key(.preparation, [2])], deadLetter = CrashLedger.Key(.delivery, [3])
        try crash(path, with: keys + [deadLetter])
        let together = try CrashLedger(path: path) { 1_000 }
        #expect(Set(together.suspects(.preparation)) == Set(keys) && together.suspects(.delivery).isEmpty)
        together.close()
        let message = CrashLedger.message(7, in: TopicPartition("bank.commands", 0), of: "c")
        try crash(path, with: [message])
        let later = try CrashLedger(path: path) { 1_000 + 901 }
        #expect(later.suspects(.preparation).isEmpty && later.crashes(of: message) == 1)
        later.close()
        for _ in 1...2 { try crash(path, with: [deadLetter]) }
        let alone = try CrashLedger(path: path) { 1_000 }
        #expect(alone.crashes(of: deadLetter) == 2)
    }

    @Test("Two suspects are never in hand at once, so the next crash says which of them it was (12.C2)")
    func alone() throws {
        let folder = folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/in-hand", guilty = CrashLedger.Key(.preparation, [1]), innocent = CrashLedger.Key(.preparation, [2])
        try crash(path, with: [guilty, innocent])
        for crashes in 2...CrashLedger.crashesMax {
            let ledger = try CrashLedger(path: path) { 1_000 }
            let mine = try #require(ledger.place()), beside = try #require(ledger.place())
            mine.hold(guilty)
            let thread = BlockingThread(name: "beside") { beside.hold(innocent) }
            // Work that is not suspect does not wait.
            let third = try #require(ledger.place())
            third.hold(CrashLedger.Key(.preparation, [3]))
            third.release()
            ledger.close()
            let next = try CrashLedger(path: path) { 1_000 }
            #expect(next.crashes(of: guilty) == crashes && next.crashes(of: innocent) == 1)
            next.close()
            mine.release()
            thread.join()
            beside.release()
        }
        #expect(try CrashLedger(path: path) { 1_000 }.isRefused(guilty))
    }

    @Test("""
        A message that ended three processes is a dead letter, its asker gets 500, copies of it are passed by, the shard goes on, \
        and every replay passes it by (12.C2)
        """)
    func skipped() throws {
        let fixture = try MessagingFixture(.inMemory)
        defer { fixture.close() }
        let memory = try #require(fixture.memory)
        #expect(try fixture.client.call(Deposit(account: "a", amount: 1)).body == ["balance": 1])
        fixture.bank.end()
        let place = TopicPartition("bank.commands", 0)
        let poison = try fixture.client.envelope(Deposit(account: "a", amount: 1000), id: "poison")
        let offset = Int64(memory.records(of: "bank.commands").count)
        try fixture.client.post(poison, to: "bank.commands")
        // The gateway does not know whether the message arrived.
        try fixture.client.post(poison, to: "bank.commands")
        let cluster = try memory.clusterID(timeout: .seconds(1)), ledger = fixture.directory + "/bank/in-hand-0"
        for _ in 1...CrashLedger.crashesMax { try crash(ledger, with: [CrashLedger.message(offset, in: place, of: cluster)]) }
        try fixture.restartBank()
        #expect(try fixture.client.reply(to: "poison").status == 500)
        #expect(try fixture.client.reply(to: "poison", count: 2).status == 500)
        #expect(try fixture.client.call(Deposit(account: "a", amount: 2)).body == ["balance": 3])
        try until("the letter is there") { try fixture.deadLetters(of: "bank").count == 1 }
        let deadLetter = try #require(fixture.deadLetters(of: "bank").first)
        #expect(deadLetter.id == "poison" && deadLetter.reason == "crashed: the program ended 3 times while it handled this message")
        // After a later crash the ledger has no suspects.
        fixture.bank.end()
        #expect(try !CrashLedger(path: ledger).hasSuspects)

        // A file that is recreated from the log learns of it from the dead letters, although nothing crashes any more.
        let live = try fixture.rows { try ShardContents.fingerprint($0) }
        for name in ["p0.sqlite", "p0.sqlite-wal", "p0.sqlite-shm", "snapshots"] {
            try? FileManager.default.removeItem(atPath: fixture.directory + "/bank/" + name)
        }
        try fixture.restartBank()
        try fixture.client.eventually(Balance.type, ["account": "a"]) { $0 == ["balance": 3] }
        #expect(try fixture.rows { try ShardContents.fingerprint($0) } == live)

        // An operator replays it before the program is fixed: every replay skips that record, too.
        var record = poison.record(for: "bank.commands")
        record.headers += SkippedMessages.replay.map { RecordHeader($0.key, $0.value) }
        fixture.bank.end()
        let second = Int64(memory.records(of: "bank.commands").count)
        try fixture.client.post(record)
        for _ in 1...CrashLedger.crashesMax { try crash(ledger, with: [CrashLedger.message(second, in: place, of: cluster)]) }
        try fixture.restartBank()
        #expect(try fixture.client.reply(to: "poison", count: 3).status == 500)
        try until("the second record is told of") { try fixture.deadLetters(of: "bank").first?.offset == second }
        let again = try fixture.rows { try ShardContents.fingerprint($0) }
        fixture.bank.end()
        for name in ["p0.sqlite", "p0.sqlite-wal", "p0.sqlite-shm"] {
            try? FileManager.default.removeItem(atPath: fixture.directory + "/bank/" + name)
        }
        try fixture.restartBank()
        let end = Int64(memory.records(of: "bank.commands").count)
        try until("the log is replayed") {
            ((try? fixture.rows { try Int64.fetchOne($0, sql: "SELECT next_offset FROM souk_log") }) ?? 0) >= end
        }
        #expect(try fixture.rows { try ShardContents.fingerprint($0) } == again)

        // The program is fixed, and an operator replays the message.
        try fixture.client.post(record)
        try fixture.client.eventually(Balance.type, ["account": "a"]) { $0 == ["balance": 1003] }
        try until("the letter is closed") { try fixture.deadLetters(of: "bank").isEmpty }
    }

    @Test("""
        An early arrival that ended three processes is a dead letter; the definition of its tenant and the other arrivals are applied, \
        also in a replay
        """)
    func earlyArrival() throws {
        let fixture = try MessagingFixture(.inMemory)
        defer { fixture.close() }
        let memory = try #require(fixture.memory)
        let late = try LogClient(memory, tenant: "late")
        defer { late.close() }
        func arrive(_ id: String, _ amount: Int) throws {
            var envelope = try late.envelope(Deposit(account: "a", amount: amount), id: id)
            envelope.replyTo = nil
            try late.post(envelope, to: "bank.commands")
        }
        let offset = Int64(memory.records(of: "bank.commands").count)
        try arrive("poison", 1000)
        try arrive("good", 1)
        try until("both wait") { try fixture.rows { try Int.fetchOne($0, sql: "SELECT count(*) FROM souk_early_arrival") } == 2 }
        fixture.bank.end()
        let cluster = try memory.clusterID(timeout: .seconds(1)), ledger = fixture.directory + "/bank/in-hand-0"
        let place = TopicPartition("bank.commands", 0)
        for _ in 1...CrashLedger.crashesMax { try crash(ledger, with: [CrashLedger.arrival(offset, in: place, of: cluster)]) }
        try fixture.restartBank()
        // Other messages do not clear the suspicion.
        try fixture.client.call(Deposit(account: "a", amount: 1))
        try late.applyTenant(TenantDefinition(tenant: "late", name: "Late", currency: .dzd, sandbox: true))
        try late.eventually(Balance.type, ["account": "a"]) { $0 == ["balance": 1] }
        try until("the letter says so") {
            try fixture.deadLetters(of: "bank").map(\.reason) == ["crashed: the program ended 3 times while it handled this message"]
        }
        #expect(try fixture.deadLetters(of: "bank").first?.offset == offset)
        fixture.bank.end()
        #expect(try !CrashLedger(path: ledger).hasSuspects)

        // A file that is recreated from the log skips it, too.
        let live = try fixture.rows { try ShardContents.fingerprint($0) }
        for name in ["p0.sqlite", "p0.sqlite-wal", "p0.sqlite-shm", "snapshots"] {
            try? FileManager.default.removeItem(atPath: fixture.directory + "/bank/" + name)
        }
        try fixture.restartBank()
        try late.eventually(Balance.type, ["account": "a"]) { $0 == ["balance": 1] }
        #expect(try fixture.rows { try ShardContents.fingerprint($0) } == live)

        // The program is fixed, and an operator replays the message.
        let poison = try #require(memory.records(of: "bank.commands").first { $0.offset == offset })
        try fixture.client.post(OutgoingRecord(topic: "bank.commands", key: poison.key, value: poison.value,
                                              headers: poison.headers + SkippedMessages.replay.map { RecordHeader($0.key, $0.value) }))
        try late.eventually(Balance.type, ["account": "a"]) { $0 == ["balance": 1001] }
        try until("the letter is closed") { try fixture.deadLetters(of: "bank").isEmpty }
    }

    @Test("Two messages that are refused at once are both skipped, and a number of a damaged ledger stops nobody")
    func twoRefused() throws {
        let fixture = try MessagingFixture(.inMemory)
        defer { fixture.close() }
        let memory = try #require(fixture.memory)
        fixture.bank.end()
        let place = TopicPartition("bank.commands", 0), first = Int64(memory.records(of: "bank.commands").count)
        for id in ["one", "two"] {
            try fixture.client.post(try fixture.client.envelope(Deposit(account: "a", amount: 1000), id: id), to: "bank.commands")
        }
        let cluster = try memory.clusterID(timeout: .seconds(1)), ledger = fixture.directory + "/bank/in-hand-0"
        let keys = [first, first + 1, -1].map { CrashLedger.message($0, in: place, of: cluster) }
        for key in keys { for _ in 1...CrashLedger.crashesMax { try crash(ledger, with: [key]) } }
        try fixture.restartBank()
        #expect(try fixture.client.reply(to: "one").status == 500)
        #expect(try fixture.client.reply(to: "two").status == 500)
        #expect(try fixture.client.call(Deposit(account: "a", amount: 2)).body == ["balance": 2])
    }

    @Test("Crashes that no longer count are not added to a new one")
    func expired() throws {
        let folder = folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/in-hand", poison = CrashLedger.Key(.query, [1])
        for _ in 1...2 { try crash(path, with: [poison]) }
        try crash(path, with: [poison], at: 1_000 + 901)
        let ledger = try CrashLedger(path: path) { 1_000 + 901 }
        #expect(ledger.crashes(of: poison) == 2 && !ledger.isRefused(poison))
    }

    @Test("Only loops that run take a place in the ledger, and they give it back")
    func places() throws {
        let folder = folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let ledger = try CrashLedger(path: folder + "/in-hand"),
            file = try ShardFile(path: folder + "/p0.sqlite", migrations: Bank.contents.migrations)
        defer { file.close() }
        let log = InMemoryLog(partitions: MessagingFixture.topics), lines = LinesLog()
        let watch = ClusterWatch(log, logger: lines.logger), reader = try log.makeReader(name: "test", group: nil),
            producer = try log.makeProducer(name: "test")
        let secret = ServiceSecret(Array(repeating: 7, count: 32)), ended = StopSignal()
        ended.raise()
        // More starts than the ledger has places.
        for _ in 1...150 {
            let writer = ShardWriter(service: Bank.name, partition: 0, file: file, cluster: log, watch: watch, reader: reader,
                                     producer: producer, table: Bank.handlerTable(),
                                     secret: secret, pacer: Unpaced(), clock: { .now() }, metrics: Metrics(), logger: lines.logger,
                                     stop: ended, crashes: ledger)
            let queries = QueryLoop(service: Bank.name, partition: 0, file: file, watch: watch, reader: reader, producer: producer,
                                    table: Bank.handlerTable(), secret: secret,
                                    clock: { .now() }, metrics: Metrics(), logger: lines.logger, stop: ended, crashes: ledger)
            writer.run()
            queries.run()
            #expect(writer.currentStatus.partition == 0 && queries.health.reason == nil)
        }
        #expect(ledger.place() != nil)
    }

    @Test("A disk that is full, or a handler that throws, is no crash, and one that comes back is taken (12.C2)")
    func noCrash() throws {
        let fixture = try MessagingFixture(.inMemory)
        defer { fixture.close() }
        try fixture.client.post(try fixture.client.envelope(Explode(), id: "explode"), to: "bank.commands")
        #expect(try fixture.client.reply(to: "explode").status == 500)
        fixture.bank.end()
        #expect(try !CrashLedger(path: fixture.directory + "/bank/in-hand-0").hasSuspects)
        // Two crashes are below the limit: the writer applies the message alone and forgets the suspect.
        let offset = Int64(try #require(fixture.memory).records(of: "bank.commands").count)
        let cluster = try #require(fixture.memory).clusterID(timeout: .seconds(1)), ledger = fixture.directory + "/bank/in-hand-0"
        try fixture.client.post(try fixture.client.envelope(Deposit(account: "a", amount: 5), id: "twice"), to: "bank.commands")
        for _ in 1...2 { try crash(ledger, with: [CrashLedger.message(offset, in: TopicPartition("bank.commands", 0), of: cluster)]) }
        try fixture.restartBank()
        #expect(try fixture.client.reply(to: "twice").body == ["balance": 5])
        try fixture.client.eventually(Balance.type, ["account": "a"]) { $0 == ["balance": 5] }
        fixture.bank.end()
        #expect(try !CrashLedger(path: ledger).hasSuspects)
        try fixture.restartBank()
    }

    @Test("A question that ended three processes is refused for everybody who asks it so, and nothing else is (12.C2)")
    func query() throws {
        let fixture = try MessagingFixture(.inMemory)
        defer { fixture.close() }
        fixture.bank.end()
        let value = try JSON.encode(["account": "poison"] as JSONValue)
        let key = CrashLedger.Key(.query, Array(Balance.type.rawValue.utf8), Array("souq".utf8), [], value)
        for _ in 1...CrashLedger.crashesMax {
            try crash(fixture.directory + "/bank/in-hand-0", with: [key], at: Timestamp.now().millisecondsSinceEpoch / 1000)
        }
        try fixture.restartBank()
        #expect(try fixture.client.ask(Balance.type, ["account": "poison"]).status == 500)
        #expect(try fixture.client.ask(Balance.type, ["account": "a"]).body == ["balance": 0])
    }
}
