import Contracts
import GRDB
import Kernel
import Logging
import Messaging
import ServiceKit
import Storage
import Synchronization
import TestKit
import Testing

@Suite("Lanes of the forwarder")
struct ForwarderLaneTests {
    private final class Scene: Sendable {
        let log: InMemoryLog
        let stop = StopSignal()
        let positions: ReadPositions
        let file: DatabaseQueue
        let metrics = Metrics()
        let lines = LinesLog()
        /// The writer's place is what the test says.
        let applied = Mutex<Int64>(0)
        private let threads = Mutex<[BlockingThread]>([])
        init(after other: Scene? = nil) throws {
            file = try other?.file ?? ShardContents.scratch(migrations: [])
            positions = ReadPositions(file)
            log = other?.log ?? InMemoryLog(partitions: ["audit.commands": 1, "bank.events": 1, "orders.events": 1, "orders.commands": 1,
                                                         "platform.tenants": 1, "platform.manifests": 1])
        }

        @discardableResult
        func start(_ lane: Forwarder.Lane, consumes: Set<MessageType>) throws -> ClusterWatch {
            let logger = lines.logger
            let watch = ClusterWatch(log, logger: logger)
            watch.refresh()
            let forwarder = Forwarder(service: "audit", cluster: log, watch: watch, producer: try log.makeProducer(name: "forwarder"),
                                      consumes: consumes, lane: lane,
                                      pacer: Unpaced(), positions: { [positions] _ in positions }, metrics: metrics, logger: logger,
                                      stop: stop)
            let thread = BlockingThread(name: "forwarder") { forwarder.run() }
            threads.withLock { $0.append(thread) }
            return watch
        }
        func publish(_ type: MessageType, _ count: Int, name: String? = nil) throws {
            let producer = try log.makeProducer(name: "owner")
            _ = try producer.append((0..<count).map { Self.record(type, "\(name ?? type.rawValue)-\($0)") }, timeout: .seconds(5))
        }
        static func record(_ type: MessageType, _ id: String) -> OutgoingRecord {
            Envelope(id: id, type: type, source: "/test", time: .now(), tenant: "souq", correlationID: "test", value: Array("{}".utf8))
                .record(for: Topics.events(Topics.owner(of: type)))
        }
        func forwarded() -> [String] {
            log.records(of: "audit.commands").compactMap { record in
                record.headers.first { $0.name == "ce_id" }?.value.map { String(decoding: $0, as: UTF8.self) }
            }
        }
        func kept(_ topic: String) throws -> Int64? {
            try file.read {
                try Int64.fetchOne($0, sql: "SELECT next_offset FROM souk_read_position WHERE topic = ?", arguments: [topic])
            }
        }
        func end() {
            stop.raise()
            for thread in threads.withLock({ $0 }) { thread.join() }
        }
    }
    private static let bulk: MessageType = "bank.changed.v1"
    private static let urgent: MessageType = "orders.paid.v1"

    @Test("What is urgent comes in behind no more bulk than the lane may be ahead, and nothing is lost or moved within its topic")
    func urgent() throws {
        let scene = try Scene()
        defer { scene.end() }
        try scene.publish(Self.bulk, 5_000)
        try scene.start(.direct(except: ["bank.events"]), consumes: [Self.bulk, Self.urgent])
        try scene.start(.bulk(["bank.events"], aheadMax: 400) { _ in scene.applied.withLock { $0 } }, consumes: [Self.bulk, Self.urgent])
        try until("the lane fills") { scene.forwarded().count == 400 }
        // The writer stands still: so does the lane, and only the lane.
        try scene.publish(Self.urgent, 1)
        try until("the urgent one comes") { scene.forwarded().contains("orders.paid.v1-0") }
        #expect(scene.forwarded().count == 401)
        // The writer goes on: so does the lane.
        try until("everything is there") {
            let count = scene.forwarded().count
            scene.applied.withLock { $0 = Int64(count) }
            return count == 5_001
        }
        #expect(scene.forwarded().filter { $0.hasPrefix("bank") } == (0..<5_000).map { "bank.changed.v1-\($0)" })
    }

    @Test("A lane that is cut off forwards the rest after the restart")
    func restart() throws {
        let scene = try Scene()
        try scene.publish(Self.bulk, 900)
        try scene.start(.bulk(["bank.events"], aheadMax: 400) { _ in 0 }, consumes: [Self.bulk])
        try until("the lane fills") { scene.forwarded().count == 400 }
        scene.end()
        let again = try Scene(after: scene)
        defer { again.end() }
        try again.start(.bulk(["bank.events"], aheadMax: 400) { _ in .max }, consumes: [Self.bulk])
        // Forwarded records whose position was not saved come again, and the inbox drops them.
        try until("the rest") { Set(again.forwarded()).count == 900 }
    }

    @Test("A lane goes on when the log before it is made anew, and waits for the writer there")
    func remadeCommands() throws {
        let scene = try Scene()
        defer { scene.end() }
        try scene.publish(Self.bulk, 1_500)
        scene.applied.withLock { $0 = 300 }
        try scene.start(.bulk(["bank.events"], aheadMax: 400) { _ in scene.applied.withLock { $0 } }, consumes: [Self.bulk])
        try until("the lane fills") { scene.forwarded().count == 700 }
        scene.log.remake("audit.commands")
        scene.applied.withLock { $0 = 0 }
        try until("the lane goes on") { scene.forwarded().count == 400 }
        try until("the rest") {
            let count = scene.forwarded().count
            scene.applied.withLock { $0 = Int64(count) }
            return count == 800
        }
        #expect(scene.forwarded() == (700..<1_500).map { "bank.changed.v1-\($0)" })
    }

    @Test("Lost events of a publisher that takes no requests are counted, the shard asks for them later, and the lane goes on")
    func unasked() throws {
        let scene = try Scene()
        try scene.publish(Self.bulk, 3)
        try scene.start(.direct(except: []), consumes: [Self.bulk])
        try until("forwarded") { scene.forwarded().count == 3 }
        scene.end()
        try scene.publish(Self.bulk, 4, name: "away")
        scene.log.truncate(TopicPartition("bank.events", 0), before: 5)
        let again = try Scene(after: scene)
        defer { again.end() }
        try again.start(.direct(except: []), consumes: [Self.bulk])
        try until("counted") { again.metrics.text().contains("souk_forwarder_unasked_total 1\n") }
        try again.publish(Self.bulk, 1, name: "later")
        try until("what comes later") { again.forwarded().last == "later-0" }
        #expect(again.forwarded().suffix(3) == ["away-2", "away-3", "later-0"] && again.forwarded().count == 6)
        #expect(again.metrics.text().contains("souk_forwarder_gaps_total 1\n"))
        #expect(try again.file.read { try String.fetchAll($0, sql: "SELECT owner || ' ' || topic FROM souk_unasked") }
            == ["bank bank.events"])
    }

    @Test("A hold that comes and goes between two looks loses no event (12.B2)")
    func hold() throws {
        let scene = try Scene()
        defer { scene.end() }
        let watch = try scene.start(.direct(except: []), consumes: [Self.urgent])
        let isOver = Atomic<Bool>(false)
        let holding = BlockingThread(name: "hold") {
            while !isOver.load(ordering: .relaxed) {
                watch.holdBack("another number of partitions")
                watch.holdBack(nil)
            }
        }
        for number in 0..<2_000 {
            try scene.publish(Self.urgent, 1, name: "held-\(number)")
            _ = Waiter().wait(.milliseconds(1))
        }
        isOver.store(true, ordering: .relaxed)
        holding.join()
        try scene.publish(Self.urgent, 1, name: "last")
        try until("the last one comes") { scene.forwarded().last == "last-0" }
        #expect(Set(scene.forwarded()).count == 2_001)
    }

    // MARK: - Recreated topics

    @Test("""
        A topic of events that was made anew is recognised, whether shorter, as long or longer than what was read; all of it comes in \
        (12.B3)
        """,
          arguments: [0, 3, 9])
    func remade(_ count: Int) throws {
        let scene = try Scene()
        try scene.publish(Self.urgent, 3)
        try scene.start(.direct(except: []), consumes: [Self.urgent])
        try until("forwarded") { scene.forwarded().count == 3 }
        scene.end()
        scene.log.remake("orders.events")
        try scene.publish(Self.urgent, count, name: "new")
        let again = try Scene(after: scene)
        defer { again.end() }
        try again.start(.direct(except: []), consumes: [Self.urgent])
        try until("said and counted") { again.metrics.text().contains("souk_forwarder_restarts_total 1\n") }
        try until("all of the new one") { Set(again.forwarded()).isSuperset(of: (0..<count).map { "new-\($0)" }) }
        #expect(again.forwarded().count == 3 + count)
        #expect(again.lines.all.contains { $0.contains("a topic was made anew, or has lost its end") })
        #expect(again.log.records(of: "orders.commands").count == 1, "the owner was not asked to publish again")
        // From here on the forwarder follows this topic.
        try again.publish(Self.urgent, 1, name: "later")
        try until("what comes later") { again.forwarded().last == "later-0" }
        again.end()
        let third = try Scene(after: again)
        defer { third.end() }
        try third.start(.direct(except: []), consumes: [Self.urgent])
        try third.publish(Self.urgent, 1, name: "last")
        try until("what comes last") { third.forwarded().last == "last-0" }
        // What came behind a pause that nobody had checked yet when the forwarder ended may come again; inboxes drop it.
        #expect(third.metrics.text().contains("souk_forwarder_restarts_total 0\n") && Set(third.forwarded()).count == 5 + count)
    }

    @Test("Events that follow a pause do not wait for the look at what stood before it")
    func pause() throws {
        let scene = try Scene()
        defer { scene.end() }
        try scene.publish(Self.urgent, 3)
        try scene.start(.direct(except: []), consumes: [Self.urgent])
        try until("forwarded") { scene.forwarded().count == 3 }
        scene.log.hold(readersNamed: "audit.forwarder.marks")
        defer { scene.log.hold(readersNamed: nil) }
        for name in ["first", "second", "third"] {
            // Longer than the pause after which the forwarder checks, and than the quiet time in which it checks.
            _ = Waiter().wait(.milliseconds(800))
            try scene.publish(Self.urgent, 1, name: name)
            try until("the \(name)") { scene.forwarded().last == "\(name)-0" }
        }
        #expect(scene.log.hasHeld)
    }

    @Test("A topic of events that is made anew while it is read comes in whole, also where it outgrows its reader at once (12.B3)",
          arguments: [2, 9])
    func remadeMeanwhile(_ count: Int) throws {
        let scene = try Scene()
        defer { scene.end() }
        try scene.publish(Self.urgent, 3)
        try scene.start(.direct(except: []), consumes: [Self.urgent])
        try until("forwarded") { scene.forwarded().count == 3 }
        try until("its place is kept") { try scene.kept("orders.events") == 3 }
        // A broker needs longer to delete a topic and recreate it.
        _ = Waiter().wait(.milliseconds(150))
        scene.log.remake("orders.events", with: (0..<count).map { Scene.record(Self.urgent, "new-\($0)") })
        try until("all of the new one") { Set(scene.forwarded()).isSuperset(of: (0..<count).map { "new-\($0)" }) }
        #expect(scene.metrics.text().contains("souk_forwarder_restarts_total 1\n"))
    }
}

/// Waits for what other threads do. Throws after a minute.
func until(_ what: String, _ holds: () throws -> Bool) throws {
    var patience = Patience(.seconds(60))
    while !(try holds()) {
        guard !patience.isOver() else { throw LogError(kind: .timedOut, isRetriable: false, description: what) }
        _ = Waiter().wait(.milliseconds(2))
    }
}
