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

@Suite("Events go directly into the logs of those who act on them (issue 17)")
struct DirectEventsTests {
    /// The bank, and a journal that starts when the test says so, in the version that the test names.
    private final class Scene {
        let fixture: MessagingFixture
        private var end: () -> Void = {}
        private var sent = 0

        init(_ bus: Bus) throws {
            fixture = try MessagingFixture(bus)
            try ensureTopics()
        }
        func ensureTopics() throws {
            let topics = ["bank", "audit", "journal"].flatMap { Topics.all(of: $0).map(\.name) }
            try fixture.cluster.ensureTopics(topics.map { TopicSpecification($0, partitions: 1) })
        }

        func start<Service: PlatformService>(_: Service.Type, direct: Bool = true) throws {
            end()
            var settings = try MessagingFixture.settings(fixture.directory)
            settings.file.directEvents = direct
            let cluster = fixture.cluster
            let runtime = try ServiceRuntime<Service>(settings: settings) { _ in cluster }
            runtime.begin()
            end = { runtime.end() }
        }
        func stop() {
            end()
            end = {}
        }

        /// Deposits of 1, 2, 3 …, as many as this without waiting.
        func deposit(_ count: Int) throws {
            for _ in 0..<count {
                sent += 1
                var envelope = try fixture.client.envelope(Deposit(account: "a", amount: sent), id: "deposit-\(sent)")
                envelope.replyTo = nil
                try fixture.client.post(envelope, to: "bank.commands")
            }
        }
        func lines(_ count: Int) throws -> [String] {
            try fixture.client.readLines { $0.count >= count }
        }
        func waitUntilDirect() throws {
            try until("the journal is a direct subscriber") {
                try fixture.rows { try Int.fetchOne($0, sql: "SELECT count(*) FROM souk_handover WHERE subscriber = 'journal'") } == 1
            }
        }
        /// How each record of the journal's log came: by the forwarder or directly.
        func arrivals() throws -> [(text: String, isDirect: Bool)] {
            try fixture.records(of: "journal.commands").compactMap { record in
                guard record.headers.contains(where: { $0.name == "ce_type" && $0.value == Array("bank.deposited.v1".utf8) }),
                      let value = record.value, let event = try? JSON.decode(Deposited.self, from: value) else { return nil }
                return ("a \(event.amount)", record.headers.contains { $0.name == "direct-from" })
            }
        }
        func close() {
            stop()
            fixture.close()
        }
    }
    private static func expected(_ count: Int) -> [String] { (1...count).map { "a \($0)" } }

    @Test("A subscriber that starts late gets what was said before by its forwarder, and the rest directly, in order",
          arguments: Bus.allCases)
    func late(_ bus: Bus) throws {
        let scene = try Scene(bus)
        defer { scene.close() }
        try scene.deposit(40)
        try scene.start(Journal.self)
        try scene.deposit(60)
        try scene.waitUntilDirect()
        try scene.deposit(20)
        #expect(try scene.lines(120) == Self.expected(120))
        let arrivals = try scene.arrivals()
        #expect(arrivals.first { $0.text == "a 1" }?.isDirect == false && arrivals.filter { $0.text == "a 120" }.map(\.isDirect) == [true])
    }

    @Test("A subscription that is widened under load stays in order, and brings the new events from the start of the new version on",
          arguments: Bus.allCases)
    func widened(_ bus: Bus) throws {
        let scene = try Scene(bus)
        defer { scene.close() }
        try scene.start(Journal.self)
        try scene.deposit(30)
        try scene.waitUntilDirect()
        try scene.deposit(30)
        #expect(try scene.lines(60) == Self.expected(60))
        try scene.start(WiderJournal.self)
        try scene.deposit(40)
        try until("the bank knows") {
            try scene.fixture.rows { try String.fetchAll($0, sql: "SELECT types FROM souk_handover WHERE subscriber = 'journal'") }
                == ["bank.deposited.v1 bank.looked.v1"]
        }
        try scene.fixture.client.call(Look(account: "window"))
        try scene.deposit(10)
        let lines = try scene.lines(111)
        #expect(lines.filter { $0.hasPrefix("a ") } == Self.expected(110) && lines.contains("looked window"))
        #expect(lines.firstIndex(of: "looked window")! > lines.firstIndex(of: "a 60")!)
    }

    @Test("A subscriber that goes back to reading the topic misses nothing and keeps the order, and can come back", arguments: Bus.allCases)
    func back(_ bus: Bus) throws {
        let scene = try Scene(bus)
        defer { scene.close() }
        try scene.start(Journal.self)
        try scene.waitUntilDirect()
        try scene.deposit(50)
        try scene.start(Journal.self, direct: false)
        try scene.deposit(50)
        try until("the bank has stopped") {
            try scene.fixture.rows { try Int.fetchOne($0, sql: "SELECT count(*) FROM souk_handover WHERE subscriber = 'journal'") } == 0
        }
        try scene.deposit(20)
        #expect(try scene.lines(120) == Self.expected(120))
        #expect(try scene.arrivals().last { $0.text == "a 120" }?.isDirect == false)
        try scene.start(Journal.self)
        try scene.waitUntilDirect()
        try scene.deposit(20)
        #expect(try scene.lines(140) == Self.expected(140))
    }

    @Test("A broker that comes back empty: everything is published again, and each event counts once, in order", arguments: Bus.wipeable)
    func wiped(_ bus: Bus) throws {
        let scene = try Scene(bus)
        defer { scene.close() }
        try scene.start(Journal.self)
        try scene.deposit(20)
        try scene.waitUntilDirect()
        try scene.deposit(20)
        #expect(try scene.lines(40) == Self.expected(40))
        scene.fixture.memory?.wipe()
        try scene.fixture.broker?.restartEmpty()
        try scene.ensureTopics()
        try scene.deposit(40)
        #expect(try scene.lines(80) == Self.expected(80))
    }

    @Test("A subscriber's log that was made anew is filled again by its publishers, in order")
    func remade() throws {
        let scene = try Scene(.inMemory)
        defer { scene.close() }
        try scene.start(Journal.self)
        try scene.waitUntilDirect()
        try scene.deposit(30)
        #expect(try scene.lines(30) == Self.expected(30))
        scene.stop()
        try scene.deposit(30)
        try until("all are there") { try scene.arrivals().contains { $0.text == "a 60" } }
        scene.fixture.memory?.truncate(TopicPartition("journal.commands", 0),
                                       before: Int64(try scene.fixture.records(of: "journal.commands").count))
        try scene.start(Journal.self)
        #expect(try scene.lines(60) == Self.expected(60))
    }

    @Test("A publisher that lost what it had taken takes the subscription anew, and the subscriber finds the new marker")
    func takenAnew() throws {
        let scene = try Scene(.inMemory)
        defer { scene.close() }
        try scene.start(Journal.self)
        try scene.waitUntilDirect()
        try scene.deposit(20)
        #expect(try scene.lines(20) == Self.expected(20))
        // The journal has left the topic of events by then.
        try until("the reader leaves") {
            try DatabaseQueue.reading(scene.fixture.directory + "/journal/p0.sqlite").read {
                try String.fetchOne($0, sql: "SELECT direct_types FROM souk_read_position WHERE topic = 'bank.events'")
            } == "bank.deposited.v1"
        }
        scene.fixture.bank.end()
        try DatabaseQueue(path: scene.fixture.directory + "/bank/p0.sqlite").write { try $0.execute(sql: "DELETE FROM souk_handover") }
        try scene.fixture.restartBank()
        try scene.waitUntilDirect()
        try scene.deposit(20)
        #expect(try scene.lines(40) == Self.expected(40))
    }

    @Test("A marker that was lost comes again behind the events that were lost with it")
    func lostMarker() throws {
        let scene = try Scene(.inMemory)
        defer { scene.close() }
        try scene.start(Journal.self, direct: false)
        try scene.deposit(10)
        #expect(try scene.lines(10) == Self.expected(10))
        scene.stop()
        // The bank hears of the subscription while the journal is away.
        let manifest = #"{"service":"journal","direct":{"bank":["bank.deposited.v1"]}}"#
        try scene.fixture.client.post(OutgoingRecord(topic: Topics.manifests, key: Array("journal".utf8), value: Array(manifest.utf8),
                                                     headers: []))
        try scene.waitUntilDirect()
        try scene.deposit(20)
        try until("they have come directly") { try scene.arrivals().contains { $0.text == "a 30" } }
        let events = TopicPartition("bank.events", 0)
        scene.fixture.memory?.truncate(events, before: try scene.fixture.cluster.watermarks(events).upperBound - 1)
        try scene.start(Journal.self)
        // The last event was not lost, so it comes before those that come again.
        #expect(try scene.lines(30).sorted() == Self.expected(30).sorted())
        try until("nothing waits for it any more") {
            try scene.fixture.rows(of: "journal") { try Int.fetchOne($0, sql: "SELECT count(*) FROM souk_early_arrival") } == 0
        }
    }

    @Test("Rebuilding a subscriber from its log gives the same rows, whichever way events came")
    func replay() throws {
        let scene = try Scene(.inMemory)
        defer { scene.close() }
        try scene.deposit(30)
        try scene.start(Journal.self)
        try scene.deposit(30)
        try scene.waitUntilDirect()
        try scene.deposit(30)
        #expect(try scene.lines(90) == Self.expected(90))
        scene.stop()
        let records = try scene.fixture.records(of: "journal.commands")
        let secret = try ServiceSecret.load(service: Journal.name, settings: MessagingFixture.settings(scene.fixture.directory))
        let scratch = try ShardFile(path: scene.fixture.directory + "/scratch.sqlite", migrations: Journal.contents.migrations)
        defer { scratch.close() }
        let applier = ShardApplier(service: Journal.name, table: Journal.handlerTable(), secret: secret)
        try scratch.pool.write { db in
            try db.execute(
                sql: "INSERT INTO souk_log (one, topic, partition, cluster_id, next_offset) VALUES (1, 'journal.commands', 0, 'x', 0)")
            try applier.begin(db, reload: true)
            for record in records { try applier.apply(record, in: db) }
            try applier.finish(db)
        }
        let live = try DatabaseQueue.reading(scene.fixture.directory + "/journal/p0.sqlite")
        #expect(try scratch.pool.read { try ShardContents.fingerprint($0) } == live.read { try ShardContents.fingerprint($0) })
    }
}

extension LogClient {
    /// Sends the command again and again until its answer satisfies the condition; answers the last lines.
    fileprivate func readLines(within limit: Duration = .seconds(30), until isEnough: ([String]) -> Bool) throws -> [String] {
        var patience = Patience(limit)
        var lines: [String] = []
        while !patience.isOver() {
            if case .array(let items) = try call(ReadLines()).body["lines"] {
                lines = items.compactMap { if case .string(let text) = $0 { text } else { nil } }
            }
            if isEnough(lines) { break }
            _ = Waiter().wait(.milliseconds(20))
        }
        return lines
    }
}
