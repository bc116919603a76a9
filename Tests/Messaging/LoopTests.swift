// Long: one suite with the helpers that all of its tests use.
import Contracts
import Foundation
import GRDB
import Kafka
import Kernel
import Messaging
import ServiceKit
import Storage
import TestKit
import Testing

@Suite("The loops of a service", .serialized)
struct LoopTests {
    @Test("A command is answered, its event reaches the other service, a query sees the write", arguments: Bus.allCases)
    func roundTrip(_ bus: Bus) throws {
        let fixture = try MessagingFixture(bus)
        defer { fixture.close() }
        let answer = try fixture.client.call(Deposit(account: "a", amount: 5))
        #expect(answer.status == 200 && answer.body == ["balance": 5])
        #expect(try fixture.client.ask(Balance.type, ["account": "a"]).body == ["balance": 5])
        try fixture.client.eventually(Total.type) { $0 == ["deposits": 1, "amount": 5] }
    }

    @Test("The same message twice is one deposit with one answer; the same key for another request is refused", arguments: Bus.allCases)
    func duplicates(_ bus: Bus) throws {
        let fixture = try MessagingFixture(bus)
        defer { fixture.close() }
        let first = try fixture.client.call(Deposit(account: "a", amount: 5), id: "same", fingerprint: "f1")
        let second = try fixture.client.call(Deposit(account: "a", amount: 5), id: "same", fingerprint: "f1")
        let other = try fixture.client.call(Deposit(account: "a", amount: 9), id: "same", fingerprint: "f2")
        #expect(first.body == second.body && !first.replayed && second.replayed)
        #expect(other.status == 422 && other.body["slug"] == "idempotency-key-reused")
        #expect(try fixture.client.ask(Balance.type, ["account": "a"]).body == ["balance": 5])
    }

    @Test("Every answer says which request it belongs to: at once, repeated, refused, and when it comes later (12.F1)")
    func fingerprints() throws {
        let fixture = try MessagingFixture(.inMemory)
        defer { fixture.close() }
        _ = try fixture.client.call(Deposit(account: "a", amount: 5), id: "same", fingerprint: "f1")
        _ = try fixture.client.call(Deposit(account: "a", amount: 5), id: "same", fingerprint: "f1")
        _ = try fixture.client.call(Deposit(account: "a", amount: 9), id: "same", fingerprint: "f2")
        let later = try fixture.client.envelope(DepositLater(account: "a", amount: 7, afterMilliseconds: 1), id: "later", fingerprint: "f3")
        try fixture.client.post(later, to: Topics.commands("bank"))
        _ = try fixture.client.reply(to: "later")
        let log = try #require(fixture.cluster as? InMemoryLog)
        func header(_ record: IncomingRecord, _ name: String) -> String? {
            record.headers.first { $0.name == name }?.value.map { String(decoding: $0, as: UTF8.self) }
        }
        let answers = log.records(of: Topics.replies).filter { ["same", "later"].contains(header($0, "ce_causationid")) }
        #expect(answers.map { header($0, ReplyHeaders.fingerprint) } == ["f1", "f1", "f2", "f3"])
        #expect(answers.map { header($0, ReplyHeaders.status) } == ["200", "200", "422", "201"])
    }

    @Test("A repeated answer says whether it goes to a copy of the request or to a later request with the same key")
    func copies() throws {
        let fixture = try MessagingFixture(.inMemory)
        defer { fixture.close() }
        let first = try fixture.client.envelope(Deposit(account: "a", amount: 5), id: "same", fingerprint: "f1")
        var later = first
        later.time = first.time + .seconds(1)
        for (count, envelope) in zip(1..., [first, first, later]) {
            try fixture.client.post(envelope, to: Topics.commands("bank"))
            _ = try fixture.client.reply(to: "same", count: count)
        }
        let log = try #require(fixture.cluster as? InMemoryLog)
        let answers = log.records(of: Topics.replies).filter { record in
            record.headers.contains { $0.name == "ce_causationid" && $0.value == Array("same".utf8) }
        }.map { Set($0.headers.map(\.name)) }
        #expect(answers.map { $0.contains(ReplyHeaders.replayed) } == [false, true, true])
        #expect(answers.map { $0.contains(ReplyHeaders.copy) } == [false, true, false])
    }

    @Test("The log of one service decides what an Idempotency-Key stands for: the first request has it, another is refused (12.F4)")
    func claims() throws {
        let fixture = try MessagingFixture(.inMemory)
        defer { fixture.close() }
        func claim(_ fingerprint: String, tenant: TenantID? = nil, attempt: Int) throws -> Int {
            var envelope = try fixture.client.envelope(ClaimKey(for: "orders.place.v1"), id: tenant == nil ? "key-1" : "key-2",
                                                       fingerprint: fingerprint)
            envelope.tenant = tenant ?? envelope.tenant
            try fixture.client.post(envelope, to: Topics.commands("bank"))
            return try fixture.client.reply(to: envelope.id, count: attempt).status
        }
        #expect(try claim("f1", attempt: 1) == 200)
        #expect(try claim("f1", attempt: 2) == 200)
        #expect(try claim("f2", attempt: 3) == 422)
        // The service does not store a key for an app that is not set up yet.
        #expect(try claim("f1", tenant: "nobody", attempt: 1) == 503)
    }

    @Test("A key is answered again over midnight, and means something new after a day")
    func keysOfYesterday() throws {
        let fixture = try MessagingFixture(.inMemory)
        defer { fixture.close() }
        let start = Timestamp.now() - .hours(40)
        func deposit(id: String, before: String?, after hours: Int) throws -> (status: Int, body: JSONValue, replayed: Bool) {
            var envelope = try fixture.client.envelope(Deposit(account: "a", amount: 5), id: id, fingerprint: "f")
            envelope.time = start + .hours(hours)
            envelope.attributes[Envelope.earlierIDAttribute] = before
            try fixture.client.post(envelope, to: Topics.commands(Topics.owner(of: envelope.type)))
            return try fixture.client.reply(to: id)
        }
        #expect(try deposit(id: "k-day-1", before: "k-day-0", after: 0).body == ["balance": 5])
        let overnight = try deposit(id: "k-day-2", before: "k-day-1", after: 10)
        #expect(overnight.body == ["balance": 5] && overnight.replayed)
        let anew = try deposit(id: "k-day-3", before: "k-day-2", after: 34)
        #expect(anew.body == ["balance": 10] && !anew.replayed)
    }

    @Test("A key that waits for its answer over midnight gets it under the id it was sent again with")
    func deferredOverMidnight() throws {
        let fixture = try MessagingFixture(.inMemory)
        defer { fixture.close() }
        let start = Timestamp.now()
        func ask(id: String, before: String, after time: Duration) throws {
            var envelope = try fixture.client.envelope(DepositLater(account: "a", amount: 5, afterMilliseconds: 3_600_000), id: id,
                                                       fingerprint: "f")
            envelope.time = start + time
            envelope.attributes[Envelope.earlierIDAttribute] = before
            try fixture.client.post(envelope, to: "bank.commands")
        }
        try ask(id: "k-evening", before: "k-noon", after: .zero)
        try ask(id: "k-morning", before: "k-evening", after: .seconds(1))
        let advance = AdvanceClock(offsetMilliseconds: 3_700_000, now: start + .seconds(3700))
        try fixture.client.post(try fixture.client.envelope(advance, id: "clock"), to: "bank.commands")
        for id in ["k-morning", "k-evening"] {
            let late = try fixture.client.reply(to: id)
            #expect(late.status == 201 && late.body == ["balance": 5], "\(id)")
        }
    }

    @Test("A refusal undoes what the handler wrote and is answered again when asked again")
    func refusal() throws {
        let fixture = try MessagingFixture(.inMemory)
        defer { fixture.close() }
        try fixture.client.call(Deposit(account: "a", amount: 5))
        let refused = try fixture.client.call(Withdraw(account: "a", amount: 6), id: "w")
        #expect(refused.status == 409 && refused.body["slug"] == "insufficient-funds")
        #expect(try fixture.client.call(Withdraw(account: "a", amount: 6), id: "w").replayed)
        #expect(try fixture.client.ask(Balance.type, ["account": "a"]).body == ["balance": 5])
    }

    @Test("An answer that comes later reaches whoever asked last, and is kept", arguments: Bus.allCases)
    func deferred(_ bus: Bus) throws {
        let fixture = try MessagingFixture(bus)
        defer { fixture.close() }
        let later = try fixture.client.call(DepositLater(account: "a", amount: 7, afterMilliseconds: 50), id: "later")
        #expect(later.status == 201 && later.body == ["balance": 7])
        let again = try fixture.client.call(DepositLater(account: "a", amount: 7, afterMilliseconds: 50), id: "later")
        #expect(again.status == 201 && again.replayed)
    }

    @Test("A week passes at once when the virtual clock says so, and its timers fire in order")
    func clock() throws {
        let fixture = try MessagingFixture(.inMemory)
        defer { fixture.close() }
        let week = 7 * 86_400_000
        try fixture.client.post(try fixture.client.envelope(DepositLater(account: "a", amount: 1, afterMilliseconds: week), id: "one"),
                                to: "bank.commands")
        try fixture.client.post(try fixture.client.envelope(DepositLater(account: "a", amount: 2, afterMilliseconds: week / 2), id: "two"),
                                to: "bank.commands")
        let advance = AdvanceClock(offsetMilliseconds: Int64(week + 60_000), now: .now() + .milliseconds(week + 60_000))
        let envelope = try fixture.client.envelope(advance, id: "clock")
        try fixture.client.post(envelope, to: "bank.commands")
        #expect(try fixture.client.reply(to: "clock").status == 200)
        #expect(try fixture.client.reply(to: "two").body == ["balance": 2])
        #expect(try fixture.client.reply(to: "one").body == ["balance": 3])
    }

    @Test("Poison goes to dead letters with its reason, and the shard goes on", arguments: Bus.allCases)
    func poison(_ bus: Bus) throws {
        let fixture = try MessagingFixture(bus)
        defer { fixture.close() }
        let good = try fixture.client.envelope(Deposit(account: "a", amount: 1), id: "x")
        func bad(_ id: String, _ change: (inout OutgoingRecord) -> Void) throws {
            var envelope = good
            envelope.id = id
            envelope.replyTo = nil
            var record = envelope.record(for: "bank.commands")
            change(&record)
            try fixture.client.post(record)
        }
        try bad("null") { $0.value = nil }
        try bad("json") { $0.value = Array("{\"account\":".utf8) }
        try bad("type") { $0.headers = $0.headers.map { $0.name == "ce_type" ? RecordHeader("ce_type", "bank.unheard-of.v1") : $0 } }
        try bad("foreign") { $0.headers = [RecordHeader("x-other", "1"), RecordHeader("x-other", nil as [UInt8]?)] }
        try bad("large") { $0.value = Array(repeating: 0xFF, count: 1_500_000) }
        try fixture.client.post(try fixture.client.envelope(Explode(), id: "explode"), to: "bank.commands")
        #expect(try fixture.client.reply(to: "explode").status == 500)
        #expect(try fixture.client.call(Deposit(account: "a", amount: 1)).status == 200)
        let reasons = try fixture.rows { try String.fetchAll($0, sql: "SELECT reason FROM souk_dead_letter ORDER BY record_offset") }
        #expect(reasons.count == 6, "\(reasons)")
        #expect(reasons[0] == "null value" && reasons[1].hasPrefix("cannot decode") && reasons[2] == "unknown type bank.unheard-of.v1")
        #expect(reasons[3] == "no CloudEvents 1.0 headers" && reasons[4].hasPrefix("cannot decode") && reasons[5].hasPrefix("defect"))
        #expect(try fixture.rows { try Int.fetchOne($0, sql: "SELECT count(*) FROM account WHERE id = 'victim'") } == 0)
    }

    @Test("What nobody could take is sent again when it can be taken, and its letter is closed", arguments: Bus.allCases)
    func replayedLetter(_ bus: Bus) throws {
        let fixture = try MessagingFixture(bus)
        defer { fixture.close() }
        var refused = try fixture.client.envelope(Withdraw(account: "a", amount: 3), id: "early")
        refused.replyTo = nil
        try fixture.client.post(refused, to: "bank.commands")
        #expect(try fixture.client.call(Deposit(account: "a", amount: 5)).body == ["balance": 5])
        try until("the letter is in its topic") {
            try fixture.deadLetters(of: "bank").map(\.reason) == ["refused: insufficient-funds: There is not enough money."]
        }
        try fixture.client.post(refused, to: "bank.commands")
        try fixture.client.eventually(Balance.type, ["account": "a"]) { $0 == ["balance": 2] }
        try until("the letter is closed") { try fixture.deadLetters(of: "bank").isEmpty }
        #expect(try fixture.rows { try Int.fetchOne($0, sql: "SELECT count(*) FROM souk_dead_letter") } == 0)
        // Once more: it was applied, and stays so.
        try fixture.client.post(refused, to: "bank.commands")
        #expect(try fixture.client.call(Deposit(account: "a", amount: 1)).body == ["balance": 3])
    }

    @Test("What comes to the intake or the queries and is no message of theirs is put aside like everywhere", arguments: Bus.allCases)
    func poisonBesideTheLog(_ bus: Bus) throws {
        let fixture = try MessagingFixture(bus)
        defer { fixture.close() }
        try fixture.client.post(OutgoingRecord(topic: "bank.intake", key: Array("souq".utf8), value: Array("junk".utf8)))
        try fixture.client.post(OutgoingRecord(topic: "bank.queries", key: Array("souq".utf8), value: nil))
        var unknown = try fixture.client.envelope(Deposit(account: "a", amount: 1), id: "unknown")
        (unknown.type, unknown.replyTo) = ("bank.unheard-of.v1", nil)
        try fixture.client.post(unknown, to: "bank.intake")
        try until("all are put aside") { try fixture.deadLetters(of: "bank").count == 3 }
        #expect(Set(try fixture.deadLetters(of: "bank").map(\.reason)) == ["no CloudEvents 1.0 headers", "null value",
            "unknown type bank.unheard-of.v1"])
    }

    @Test("A command that comes to the intake or the queries is not applied: only the log takes commands", arguments: Bus.allCases)
    func commandBesideTheLog(_ bus: Bus) throws {
        let fixture = try MessagingFixture(bus)
        defer { fixture.close() }
        var smuggled = try fixture.client.envelope(Deposit(account: "a", amount: 1000), id: "smuggled")
        smuggled.replyTo = nil
        try fixture.client.post(smuggled, to: "bank.intake")
        try fixture.client.post(smuggled, to: "bank.queries")
        // A dead letter keeps 16 KiB of headers: what says that it is none must be among them.
        var padded = smuggled.record(for: "bank.intake")
        padded.headers += (1...17).map { RecordHeader("x-padding-\($0)", String(repeating: "x", count: 1024)) }
        try fixture.client.post(padded)
        try until("all are put aside") { try fixture.deadLetters(of: "bank").count == 3 }
        let deadLetters = try fixture.deadLetters(of: "bank")
        #expect(Set(deadLetters.map(\.reason)) == ["unknown type \(Deposit.type)", "a query that wants no answer"])
        #expect(deadLetters.count { $0.isFinal } == 3, "sent again it would be a command")
        // Asked for an answer, it gets one, and still no money.
        let asked = try fixture.client.envelope(Deposit(account: "a", amount: 1000), id: "asked")
        try fixture.client.post(asked, to: "bank.intake")
        #expect(try fixture.client.reply(to: "asked").status == 500)
        #expect(try fixture.client.call(Deposit(account: "a", amount: 5)).body == ["balance": 5])
    }

    @Test("What is sealed for a service is opened before its log, and the log never holds it")
    func intake() throws {
        let fixture = try MessagingFixture(.inMemory)
        defer { fixture.close() }
        let manifests = try #require(fixture.memory).records(of: "platform.manifests").compactMap {
            try? JSON.decode(Manifest.self, from: $0.value ?? [])
        }
        let key = try #require(manifests.last { $0.service == "bank" }).sealingKey
        let sealed = try Sealing.seal(Array("12".utf8), to: try #require(Base64URL.decode(key.publicKey)), purpose: .field)
        let body: JSONValue = ["account": "a", "amount": ["keyID": .string(key.id), "encapsulatedKey": .string(sealed.encapsulatedKey),
                                                          "ciphertext": .string(Base64URL.encode(sealed.ciphertext))]]
        let envelope = Envelope(id: "sealed", type: SealedDeposit.type, source: "/test", time: .now(), tenant: "souq", correlationID: "c",
                                replyTo: ReplyAddress(partition: 0, sealingKey: nil), value: try JSON.encode(body))
        try fixture.client.post(envelope, to: "bank.intake")
        #expect(try fixture.client.reply(to: "sealed").body == ["balance": 12])
    }

    @Test("Preparing that takes long holds up only its own thread; what comes meanwhile is prepared (12.F21)")
    func slowIntake() throws {
        let fixture = try MessagingFixture(.inMemory)
        defer { fixture.close() }
        func post(_ id: String, waitsFor others: Int) throws {
            let body: JSONValue = ["meeting": "slow-intake", "waitsFor": .int(others)]
            try fixture.client.post(
                Envelope(id: id, type: SlowDeposit.type, source: "/test", time: .now(), tenant: "souq", correlationID: "c",
                                            replyTo: ReplyAddress(partition: 0, sealingKey: nil), value: try JSON.encode(body)),
                                            to: "bank.intake")
        }
        try post("slow", waitsFor: 5)
        for number in 1...5 { try post("quick-\(number)", waitsFor: 0) }
        for number in 1...5 { #expect(try fixture.client.reply(to: "quick-\(number)").status == 200) }
        // The quick ones were prepared before it, but may reach the log after it.
        #expect(try fixture.client.reply(to: "slow").status == 200)
        try fixture.client.eventually(Balance.type, ["account": "a"]) { $0 == ["balance": 6] }
        #expect(ServiceRuntime<Bank>.intakeWorkers == ProcessInfo.processInfo.activeProcessorCount)
    }

    @Test("A search that does not end is ended, its asker gets 503, and other questions are answered (12.C3)")
    func endless() throws {
        let fixture = try MessagingFixture(.inMemory)
        defer { fixture.close() }
        let answer = try fixture.client.ask(Endless.type)
        #expect(answer.status == 503 && answer.body["slug"] == "service-unavailable", "\(answer)")
        #expect(try fixture.client.ask(Balance.type, ["account": "a"]).body == ["balance": 0])
        #expect(try fixture.bank.count(of: "souk_queries_timed_out_total") > 0)
    }

    @Test("Searches of one tenant that do not end hold up no other tenant's reads, nor its own that are quick (12.C3)")
    func slowTenant() throws {
        let fixture = try MessagingFixture(.inMemory)
        defer { fixture.close() }
        func post(_ type: MessageType, _ id: String, _ body: JSONValue = .object([:])) throws {
            try fixture.client.post(Envelope(id: id, type: type, source: "/test", time: .now(), tenant: "souq", correlationID: id,
                                            replyTo: ReplyAddress(partition: 0, sealingKey: nil), value: try JSON.encode(body)),
                                            to: "bank.queries")
        }
        let other = try LogClient(fixture.cluster, tenant: "other")
        defer { other.close() }
        try other.applyTenant(TenantDefinition(tenant: "other", name: "Other", currency: .dzd, sandbox: true))
        try other.eventually(Balance.type, ["account": "a"]) { $0["balance"] != nil }
        for number in 1...(SlowQueries.readersMax + 2) { try post(Endless.type, "endless-\(number)") }
        for number in 1...20 {
            try post(Balance.type, "quick-\(number)", ["account": "a"])
            #expect(try fixture.client.reply(to: "quick-\(number)").status == 200)
            #expect(try other.ask(Balance.type, ["account": "a"]).body == ["balance": 0])
        }
        // Both tenants got twenty answers before the first search ended: it takes two seconds, and the next ones wait
        // for it.
        #expect(try fixture.bank.count(of: "souk_queries_timed_out_total") == 0)
        #expect(try fixture.client.reply(to: "endless-1").status == 503)
        #expect(try fixture.client.reply(to: "endless-2").status == 503)
    }

    @Test("A service that restarts goes on where it was; what came meanwhile is done", arguments: Bus.allCases)
    func restart(_ bus: Bus) throws {
        let fixture = try MessagingFixture(bus)
        defer { fixture.close() }
        try fixture.client.call(Deposit(account: "a", amount: 1))
        fixture.bank.end()
        try fixture.client.post(try fixture.client.envelope(Deposit(account: "a", amount: 2), id: "meanwhile"), to: "bank.commands")
        try fixture.restartBank()
        #expect(try fixture.client.reply(to: "meanwhile").body == ["balance": 3])
        try fixture.client.eventually(Total.type) { $0 == ["deposits": 2, "amount": 3] }
    }

    @Test("A broker that comes back empty loses nothing: events are published again, doubles are dropped", arguments: Bus.wipeable)
    func wipedBroker(_ bus: Bus) throws {
        let fixture = try MessagingFixture(bus)
        defer { fixture.close() }
        for amount in 1...20 { try fixture.client.call(Deposit(account: "a", amount: amount)) }
        fixture.memory?.wipe()
        try fixture.broker?.restartEmpty()
        let answer = try fixture.client.call(Deposit(account: "a", amount: 100), id: "after")
        #expect(answer.body == ["balance": 310])
        try fixture.client.eventually(Total.type, within: .seconds(30)) { $0 == ["deposits": 21, "amount": 310] }
    }

    @Test("Events that retention took from a slow reader are asked for and come again", arguments: [true, false])
    func gapInEvents(isDirect: Bool) throws {
        let fixture = try MessagingFixture(.inMemory, direct: isDirect)
        defer { fixture.close() }
        let memory = try #require(fixture.memory)
        try fixture.client.call(Deposit(account: "a", amount: 1))
        try fixture.client.eventually(Total.type) { $0 == ["deposits": 1, "amount": 1] }
        fixture.audit.end()
        for amount in 2...10 { try fixture.client.call(Deposit(account: "a", amount: amount)) }
        memory.truncate(TopicPartition("bank.events", 0), before: 7)
        try fixture.restartAudit()
        try fixture.client.eventually(Total.type) { $0 == ["deposits": 10, "amount": 55] }
    }

    @Test("A shard that retention passed by says so, asks for what it missed, and goes on")
    func gapInCommands() throws {
        // The premise is that the forwarder brought these events; DirectEventsTests covers those that come directly.
        let fixture = try MessagingFixture(.inMemory, direct: false)
        defer { fixture.close() }
        let memory = try #require(fixture.memory)
        try fixture.client.call(Deposit(account: "a", amount: 1))
        try fixture.client.eventually(Total.type) { $0["deposits"] == 1 }
        fixture.audit.end()
        // The forwarder had brought these in before the shard could read them; then the log forgot them.
        let forwarded = memory.records(of: "bank.events").count
        for amount in 2...4 { try fixture.client.call(Deposit(account: "a", amount: amount)) }
        // An answer leaves before the events of its message do.
        try until("three more events") { memory.records(of: "bank.events").count == forwarded + 3 }
        for record in memory.records(of: "bank.events").suffix(3) {
            try fixture.client.post(OutgoingRecord(topic: "audit.commands", key: record.key, value: record.value, headers: record.headers))
        }
        memory.truncate(TopicPartition("audit.commands", 0), before: Int64(memory.records(of: "audit.commands").count))
        try fixture.restartAudit()
        try fixture.client.eventually(Total.type) { $0 == ["deposits": 4, "amount": 10] }
    }

    @Test("Rebuilding a shard from its log gives the same rows")
    func replay() throws {
        let fixture = try MessagingFixture(.inMemory)
        defer { fixture.close() }
        for amount in 1...50 {
            try fixture.client.call(amount % 7 == 0 ? Deposit(account: "b", amount: amount) : Deposit(account: "a", amount: amount))
        }
        _ = try fixture.client.call(Withdraw(account: "a", amount: 1_000_000))
        let live = try fixture.rows { try ShardContents.fingerprint($0) }
        let records = try #require(fixture.memory).records(of: "bank.commands")
        let secret = try ServiceSecret.load(service: Bank.name, settings: MessagingFixture.settings(fixture.directory))
        let scratch = try ShardFile(path: fixture.directory + "/scratch.sqlite", migrations: Bank.contents.migrations)
        defer { scratch.close() }
        let applier = ShardApplier(service: Bank.name, table: Bank.handlerTable(), secret: secret)
        try scratch.pool.write { db in
            try db.execute(
                sql: "INSERT INTO souk_log (one, topic, partition, cluster_id, next_offset) VALUES (1, 'bank.commands', 0, 'x', 0)")
            try applier.begin(db, reload: true)
            for record in records { try applier.apply(record, in: db) }
            try applier.finish(db)
        }
        #expect(try scratch.pool.read { try ShardContents.fingerprint($0) } == live)
    }
}
