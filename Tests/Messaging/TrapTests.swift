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

    @Test("Who was in hand together is done alone; a delivery that waits for a peer is not blamed for a query; blame ends, but not that of a message (12.C2)")
    func blame() throws {
        let folder = folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/in-hand"
        let keys = [CrashLedger.Key(.preparation, [1]), CrashLedger.Key(.preparation, [2])], letter = CrashLedger.Key(.delivery, [3])
        try crash(path, with: keys + [letter])
        let together = try CrashLedger(path: path) { 1_000 }
        #expect(Set(together.suspects(.preparation)) == Set(keys) && together.suspects(.delivery).isEmpty)
        together.close()
        let message = CrashLedger.message(7, in: TopicPartition("bank.commands", 0), of: "c")
        try crash(path, with: [message])
        let later = try CrashLedger(path: path) { 1_000 + 901 }
        #expect(later.suspects(.preparation).isEmpty && later.crashes(of: message) == 1)
        later.close()
        for _ in 1...2 { try crash(path, with: [letter]) }
        let alone = try CrashLedger(path: path) { 1_000 }
        #expect(alone.crashes(of: letter) == 2)
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

    @Test("A message that ended three processes is a dead letter, its asker gets 500, copies of it are passed by, the shard goes on, and every replay passes it by (12.C2)")
    func skipped() throws {
        let street = try Street(.inMemory)
        defer { street.close() }
        let memory = try #require(street.memory)
        #expect(try street.client.call(Deposit(account: "a", amount: 1)).body == ["balance": 1])
        street.bank.end()
        let place = TopicPartition("bank.commands", 0)
        let poison = try street.client.envelope(Deposit(account: "a", amount: 1000), id: "poison")
        let offset = Int64(memory.records(of: "bank.commands").count)
        try street.client.post(poison, to: "bank.commands")
        // The gateway does not know whether the message arrived.
        try street.client.post(poison, to: "bank.commands")
        let cluster = try memory.clusterID(timeout: .seconds(1)), ledger = street.directory + "/bank/in-hand-0"
        for _ in 1...CrashLedger.crashesMax { try crash(ledger, with: [CrashLedger.message(offset, in: place, of: cluster)]) }
        try street.restartBank()
        #expect(try street.client.reply(to: "poison").status == 500)
        #expect(try street.client.reply(to: "poison", count: 2).status == 500)
        #expect(try street.client.call(Deposit(account: "a", amount: 2)).body == ["balance": 3])
        try until("the letter is there") { try street.letters(of: "bank").count == 1 }
        let letter = try #require(street.letters(of: "bank").first)
        #expect(letter.id == "poison" && letter.reason == "crashed: the program ended 3 times while it handled this message")
        // After a later crash the ledger has no suspects.
        street.bank.end()
        #expect(try !CrashLedger(path: ledger).hasSuspects)

        // A file that is recreated from the log learns of it from the dead letters, although nothing crashes any more.
        let live = try street.rows { try ShardContents.fingerprint($0) }
        for name in ["p0.sqlite", "p0.sqlite-wal", "p0.sqlite-shm", "snapshots"] { try? FileManager.default.removeItem(atPath: street.directory + "/bank/" + name) }
        try street.restartBank()
        try street.client.eventually(Balance.type, ["account": "a"]) { $0 == ["balance": 3] }
        #expect(try street.rows { try ShardContents.fingerprint($0) } == live)

        // An operator replays it before the program is fixed: every replay skips that record, too.
        var record = poison.record(for: "bank.commands")
        record.headers += SkippedMessages.replay.map { RecordHeader($0.key, $0.value) }
        street.bank.end()
        let second = Int64(memory.records(of: "bank.commands").count)
        try street.client.post(record)
        for _ in 1...CrashLedger.crashesMax { try crash(ledger, with: [CrashLedger.message(second, in: place, of: cluster)]) }
        try street.restartBank()
        #expect(try street.client.reply(to: "poison", count: 3).status == 500)
        try until("the second record is told of") { try street.letters(of: "bank").first?.offset == second }
        let again = try street.rows { try ShardContents.fingerprint($0) }
        street.bank.end()
        for name in ["p0.sqlite", "p0.sqlite-wal", "p0.sqlite-shm"] { try? FileManager.default.removeItem(atPath: street.directory + "/bank/" + name) }
        try street.restartBank()
        let end = Int64(memory.records(of: "bank.commands").count)
        try until("the log is replayed") { ((try? street.rows { try Int64.fetchOne($0, sql: "SELECT next_offset FROM souk_log") }) ?? 0) >= end }
        #expect(try street.rows { try ShardContents.fingerprint($0) } == again)

        // The program is fixed, and an operator replays the message.
        try street.client.post(record)
        try street.client.eventually(Balance.type, ["account": "a"]) { $0 == ["balance": 1003] }
        try until("the letter is closed") { try street.letters(of: "bank").isEmpty }
    }

    @Test("An early arrival that ended three processes is a dead letter; the definition of its tenant and the other arrivals are applied, also in a replay")
    func earlyArrival() throws {
        let street = try Street(.inMemory)
        defer { street.close() }
        let memory = try #require(street.memory)
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
        try until("both wait") { try street.rows { try Int.fetchOne($0, sql: "SELECT count(*) FROM souk_early_arrival") } == 2 }
        street.bank.end()
        let cluster = try memory.clusterID(timeout: .seconds(1)), ledger = street.directory + "/bank/in-hand-0"
        let place = TopicPartition("bank.commands", 0)
        for _ in 1...CrashLedger.crashesMax { try crash(ledger, with: [CrashLedger.arrival(offset, in: place, of: cluster)]) }
        try street.restartBank()
        // Other messages do not clear the suspicion.
        try street.client.call(Deposit(account: "a", amount: 1))
        try late.applyTenant(TenantDefinition(tenant: "late", name: "Late", currency: .dzd, sandbox: true))
        try late.eventually(Balance.type, ["account": "a"]) { $0 == ["balance": 1] }
        try until("the letter says so") { try street.letters(of: "bank").map(\.reason) == ["crashed: the program ended 3 times while it handled this message"] }
        #expect(try street.letters(of: "bank").first?.offset == offset)
        street.bank.end()
        #expect(try !CrashLedger(path: ledger).hasSuspects)

        // A file that is recreated from the log skips it, too.
        let live = try street.rows { try ShardContents.fingerprint($0) }
        for name in ["p0.sqlite", "p0.sqlite-wal", "p0.sqlite-shm", "snapshots"] { try? FileManager.default.removeItem(atPath: street.directory + "/bank/" + name) }
        try street.restartBank()
        try late.eventually(Balance.type, ["account": "a"]) { $0 == ["balance": 1] }
        #expect(try street.rows { try ShardContents.fingerprint($0) } == live)

        // The program is fixed, and an operator replays the message.
        let poison = try #require(memory.records(of: "bank.commands").first { $0.offset == offset })
        try street.client.post(OutgoingRecord(topic: "bank.commands", key: poison.key, value: poison.value,
                                              headers: poison.headers + SkippedMessages.replay.map { RecordHeader($0.key, $0.value) }))
        try late.eventually(Balance.type, ["account": "a"]) { $0 == ["balance": 1001] }
        try until("the letter is closed") { try street.letters(of: "bank").isEmpty }
    }

    @Test("Two messages that are refused at once are both skipped, and a number of a damaged ledger stops nobody")
    func twoRefused() throws {
        let street = try Street(.inMemory)
        defer { street.close() }
        let memory = try #require(street.memory)
        street.bank.end()
        let place = TopicPartition("bank.commands", 0), first = Int64(memory.records(of: "bank.commands").count)
        for id in ["one", "two"] { try street.client.post(try street.client.envelope(Deposit(account: "a", amount: 1000), id: id), to: "bank.commands") }
        let cluster = try memory.clusterID(timeout: .seconds(1)), ledger = street.directory + "/bank/in-hand-0"
        let keys = [first, first + 1, -1].map { CrashLedger.message($0, in: place, of: cluster) }
        for key in keys { for _ in 1...CrashLedger.crashesMax { try crash(ledger, with: [key]) } }
        try street.restartBank()
        #expect(try street.client.reply(to: "one").status == 500)
        #expect(try street.client.reply(to: "two").status == 500)
        #expect(try street.client.call(Deposit(account: "a", amount: 2)).body == ["balance": 2])
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
        let ledger = try CrashLedger(path: folder + "/in-hand"), file = try ShardFile(path: folder + "/p0.sqlite", migrations: Bank.contents.migrations)
        defer { file.close() }
        let log = InMemoryLog(partitions: Street.topics), lines = LinesLog()
        let watch = ClusterWatch(log, logger: lines.logger), reader = try log.makeReader(name: "test", group: nil), producer = try log.makeProducer(name: "test")
        let secret = ServiceSecret(Array(repeating: 7, count: 32)), ended = StopSignal()
        ended.raise()
        // More starts than the ledger has places.
        for _ in 1...150 {
            let writer = ShardWriter(service: Bank.name, partition: 0, file: file, cluster: log, watch: watch, reader: reader, producer: producer, table: Bank.handlerTable(),
                                     secret: secret, pacer: Unpaced(), clock: { .now() }, metrics: Metrics(), logger: lines.logger, stop: ended, crashes: ledger)
            let queries = QueryLoop(service: Bank.name, partition: 0, file: file, watch: watch, reader: reader, producer: producer, table: Bank.handlerTable(), secret: secret,
                                    clock: { .now() }, metrics: Metrics(), logger: lines.logger, stop: ended, crashes: ledger)
            writer.run()
            queries.run()
            #expect(writer.currentStatus.partition == 0 && queries.health.reason == nil)
        }
        #expect(ledger.place() != nil)
    }

    @Test("A disk that is full, or a handler that throws, is no crash, and one that comes back is taken (12.C2)")
    func noCrash() throws {
        let street = try Street(.inMemory)
        defer { street.close() }
        try street.client.post(try street.client.envelope(Explode(), id: "explode"), to: "bank.commands")
        #expect(try street.client.reply(to: "explode").status == 500)
        street.bank.end()
        #expect(try !CrashLedger(path: street.directory + "/bank/in-hand-0").hasSuspects)
        // Two crashes are below the limit: the writer applies the message alone and forgets the suspect.
        let offset = Int64(try #require(street.memory).records(of: "bank.commands").count)
        let cluster = try #require(street.memory).clusterID(timeout: .seconds(1)), ledger = street.directory + "/bank/in-hand-0"
        try street.client.post(try street.client.envelope(Deposit(account: "a", amount: 5), id: "twice"), to: "bank.commands")
        for _ in 1...2 { try crash(ledger, with: [CrashLedger.message(offset, in: TopicPartition("bank.commands", 0), of: cluster)]) }
        try street.restartBank()
        #expect(try street.client.reply(to: "twice").body == ["balance": 5])
        try street.client.eventually(Balance.type, ["account": "a"]) { $0 == ["balance": 5] }
        street.bank.end()
        #expect(try !CrashLedger(path: ledger).hasSuspects)
        try street.restartBank()
    }

    @Test("A question that ended three processes is refused for everybody who asks it so, and nothing else is (12.C2)")
    func query() throws {
        let street = try Street(.inMemory)
        defer { street.close() }
        street.bank.end()
        let value = try JSON.encode(["account": "poison"] as JSONValue)
        let key = CrashLedger.Key(.query, Array(Balance.type.rawValue.utf8), Array("souq".utf8), [], value)
        for _ in 1...CrashLedger.crashesMax { try crash(street.directory + "/bank/in-hand-0", with: [key], at: Timestamp.now().millisecondsSinceEpoch / 1000) }
        try street.restartBank()
        #expect(try street.client.ask(Balance.type, ["account": "poison"]).status == 500)
        #expect(try street.client.ask(Balance.type, ["account": "a"]).body == ["balance": 0])
    }
}
