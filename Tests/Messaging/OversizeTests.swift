import Contracts
import Foundation
import GRDB
import Kernel
import Logging
import Messaging
import ServiceKit
import Storage
import TestKit
import Testing

@Suite("What is too large for the log", .serialized)
struct OversizeTests {
    private static let refusedForSize = LogError(kind: .recordTooLarge, isRetriable: false, description: "too large")

    @Test("A record of any shape has a letter that fits, and what comes behind it goes on", arguments: Bus.allCases)
    func deadLetters(_ bus: Bus) throws {
        let fixture = try MessagingFixture(bus)
        defer { fixture.close() }
        fixture.memory?.limit("bank.dead-letters", toBytes: 1_000_000)
        let name = String(repeating: "\"", count: 1_200_000)
        try fixture.client.post(
            OutgoingRecord(topic: "bank.commands", key: Array("souq".utf8), value: [1], headers: [RecordHeader(name, "1")]))
        let many = (0..<2_000).map { RecordHeader("x-\($0)", String(repeating: "\u{1}", count: 500)) }
        try fixture.client.post(OutgoingRecord(topic: "bank.commands", key: Array("souq".utf8), value: Array(repeating: 0, count: 500_000),
                                               headers: many))
        try fixture.client.call(Deposit(account: "a", amount: 1))
        try fixture.client.eventually(Total.type) { $0 == ["deposits": 1, "amount": 1] }
        // They have a topic of their own: what came behind them may be there first.
        var deadLetters: [IncomingRecord] = []
        try until("both dead letters") {
            deadLetters = try fixture.records(of: "bank.dead-letters")
            return deadLetters.count >= 2
        }
        #expect(deadLetters.count == 2)
        #expect(deadLetters.allSatisfy { ($0.value?.count ?? .max) < 300_000 }, "\(deadLetters.map { $0.value?.count ?? 0 })")
        #expect(try deadLetters.map { try JSON.decode(DeadLetter.self, from: $0.value ?? []).reason }
            == Array(repeating: "no CloudEvents 1.0 headers", count: 2))
        #expect(fixture.bank.isReady)
    }

    @Test("A message whose names are overlong is no message",
          arguments: ["ce_correlationid", "ce_subject", "ce_source", "ce_causationid", "traceparent"])
    func overlongNames(_ header: String) throws {
        let envelope = Envelope(id: "x", type: Deposit.type, source: "/test", time: .now(), tenant: "souq", correlationID: "c", value: [])
        let headers = envelope.headers.filter { $0.name != header }
        func record(_ count: Int) -> IncomingRecord {
            IncomingRecord(topic: "t", partition: 0, offset: 0, timestamp: .now(), key: nil, value: [],
                           headers: headers + [RecordHeader(header, String(repeating: "a", count: count))])
        }
        #expect(throws: Envelope.Malformed.self) { try Envelope(record(1_025)) }
        _ = try Envelope(record(200))
    }

    @Test("An event that the log does not take is put aside, and those behind it go out", arguments: Bus.allCases)
    func relay(_ bus: Bus) throws {
        let fixture = try MessagingFixture(bus, recordMaxBytes: 50_000)
        defer { fixture.close() }
        fixture.memory?.limit("bank.events", toBytes: 50_000)
        try fixture.client.call(Deposit(account: String(repeating: "a", count: 60_000), amount: 5))
        try fixture.client.call(Deposit(account: "b", amount: 1))
        try fixture.client.eventually(Total.type) { $0 == ["deposits": 1, "amount": 1] }
        try fixture.restartBank()
        try fixture.client.call(Deposit(account: "b", amount: 2))
        try fixture.client.eventually(Total.type) { $0 == ["deposits": 2, "amount": 3] }
        let aside = try fixture.rows { try Row.fetchAll($0, sql: "SELECT topic, reason FROM souk_dead_letter") }
        #expect(aside.count == 1 && (aside[0][0] as String) == "bank.events" && (aside[0][1] as String).hasPrefix("not sent"))
        try until("nothing waits in the outbox") {
            (try? fixture.rows {
                try Bool.fetchOne($0, sql: "SELECT relayed_position = (SELECT max(position) FROM souk_outbox) FROM souk_log")
            }) == true
        }
        try until("ready") { fixture.bank.isReady }
    }

    @Test("A handler that publishes what no topic takes has done nothing")
    func handler() throws {
        let fixture = try MessagingFixture(.inMemory)
        defer { fixture.close() }
        let answer = try fixture.client.call(Deposit(account: String(repeating: "a", count: 2_000_000), amount: 5))
        #expect(answer.status == 500)
        #expect(try fixture.rows { try Int.fetchOne($0, sql: "SELECT count(*) FROM account") } == 0)
        let reasons = try fixture.rows { try String.fetchAll($0, sql: "SELECT reason FROM souk_dead_letter") }
        #expect(reasons.count == 1 && reasons[0].hasPrefix("defect: bank.deposited.v1 of 2000"), "\(reasons)")
    }

    @Test("An event that a service's own log does not take becomes its dead letter, and those behind it come in", arguments: Bus.allCases)
    func forwarder(_ bus: Bus) throws {
        let fixture = try MessagingFixture(bus, direct: false)
        defer { fixture.close() }
        fixture.memory?.limit("audit.commands", toBytes: 2_000_000)
        let event = Envelope(id: "huge", type: Deposited.type, source: "/bank", time: .now(), tenant: "souq", correlationID: "c",
                             value: Array(repeating: 32, count: 2_500_000))
        try fixture.client.post(event.record(for: "bank.events"))
        try fixture.client.call(Deposit(account: "a", amount: 1))
        try fixture.client.eventually(Total.type) { $0 == ["deposits": 1, "amount": 1] }
        try until("the dead letter is in its topic") { try !fixture.records(of: "audit.dead-letters").isEmpty }
        let deadLetters = try fixture.records(of: "audit.dead-letters").map { try JSON.decode(DeadLetter.self, from: $0.value ?? []) }
        #expect(deadLetters.map(\.id) == ["huge"] && deadLetters[0].topic == "bank.events" && deadLetters[0].valueBytes == 2_500_000)
        let place = TopicPartition("bank.events", 0)
        try until("the forwarder has committed both") {
            (try? fixture.cluster.committedOffsets(group: "audit.forwarder", [place])[place])
                == (try? fixture.cluster.watermarks(place).upperBound)
        }
        #expect(fixture.audit.isReady)
    }

    @Test("Where a batch is too large only the one row that is gets put aside")
    func batches() throws {
        let folder = NSTemporaryDirectory() + "souk-relay-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = try ShardFile(path: folder + "/p0.sqlite", migrations: [])
        defer { file.close() }
        try file.pool.write { db in
            for id in ["one", "two", "three"] {
                try db.execute(sql: """
                    INSERT INTO souk_outbox (tenant, id, topic, type, time, correlation_id, causation_id, value)
                    VALUES ('souq', ?, 'bank.events', 'bank.deposited.v1', 0, 'c', 'c', x'20')
                    """, arguments: [id])
            }
        }
        let producer = HeldProducer()
        let aside = Metrics().counter("aside", "Put aside.")
        let relay = OutboxRelay(service: "bank", producer: producer, pacer: Unpaced(), relayed: 0, putAside: aside,
                                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        func pump(until ids: [String]) throws {
            try until("\(ids) go out") {
                _ = try? file.pool.writeWithoutTransaction { try relay.pump($0) }
                return producer.held == ids.map { "bank.events \($0)" }
            }
        }
        try pump(until: ["one", "two", "three"])
        producer.settle(nil, .failure(Self.refusedForSize))
        try pump(until: ["one"])
        producer.settle(nil, HeldProducer.sent)
        try pump(until: ["two"])
        producer.settle(nil, .failure(Self.refusedForSize))
        try pump(until: ["three"])
        #expect(relay.watermark == 2)
        producer.settle(nil, HeldProducer.sent)
        #expect(relay.watermark == 3 && aside.current == 1)
        #expect(try file.pool.read { try String.fetchAll($0, sql: "SELECT id FROM souk_dead_letter WHERE partition = -1") } == ["two"])
    }
}
