import Contracts
import Kernel
import Logging
import Messaging
import ServiceKit
import Synchronization
import TestKit
import Testing

@Suite("Lanes of the forwarder")
struct ForwarderLaneTests {
    private final class Scene: Sendable {
        let log: InMemoryLog
        let stop = StopSignal()
        /// The writer's place is what the test says.
        let applied = Mutex<Int64>(0)
        private let threads = Mutex<[BlockingThread]>([])
        init(after other: Scene? = nil) {
            log = other?.log ?? InMemoryLog(partitions: ["audit.commands": 1, "bank.events": 1, "orders.events": 1, "platform.tenants": 1])
        }

        func start(_ lane: Forwarder.Lane, consumes: Set<MessageType>) throws {
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let watch = ClusterWatch(log, logger: logger)
            watch.refresh()
            let forwarder = Forwarder(service: "audit", cluster: log, watch: watch, producer: try log.makeProducer(name: "forwarder"), consumes: consumes, lane: lane,
                                      pacer: Unpaced(), owns: { _ in true }, metrics: Metrics(), logger: logger, stop: stop)
            let thread = BlockingThread(name: "forwarder") { forwarder.run() }
            threads.withLock { $0.append(thread) }
        }
        func publish(_ type: MessageType, _ count: Int) throws {
            let producer = try log.makeProducer(name: "owner")
            let records = (0..<count).map { n in
                Envelope(id: "\(type)-\(n)", type: type, source: "/test", time: .now(), tenant: "souq", correlationID: "test", value: Array("{}".utf8))
                    .record(for: Topics.events(Topics.owner(of: type)))
            }
            _ = try producer.append(records, timeout: .seconds(5))
        }
        func forwarded() -> [String] {
            log.records(of: "audit.commands").compactMap { record in record.headers.first { $0.name == "ce_id" }?.value.map { String(decoding: $0, as: UTF8.self) } }
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
        let scene = Scene()
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
        let scene = Scene()
        try scene.publish(Self.bulk, 900)
        try scene.start(.bulk(["bank.events"], aheadMax: 400) { _ in 0 }, consumes: [Self.bulk])
        try until("the lane fills") { scene.forwarded().count == 400 }
        scene.end()
        let again = Scene(after: scene)
        defer { again.end() }
        try again.start(.bulk(["bank.events"], aheadMax: 400) { _ in .max }, consumes: [Self.bulk])
        // What was forwarded and not committed comes again: the inbox knows it.
        try until("the rest") { Set(again.forwarded()).count == 900 }
    }
}

/// Waits for what other threads do. Throws after twenty seconds.
func until(_ what: String, _ holds: () throws -> Bool) throws {
    let deadline = ContinuousClock.now + .seconds(20)
    while !(try holds()) {
        guard .now < deadline else { throw LogError(kind: .timedOut, isRetriable: false, description: what) }
        _ = Waiter().wait(.milliseconds(2))
    }
}
