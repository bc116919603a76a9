import CRdKafka
import Logging
import Messaging
import Synchronization

/// Measures what the cluster and librdkafka alone can do: a record to a partition, an echo thread, a record back.
/// Everything built on top is compared with these numbers. Works on the C API directly; one process, two producers, two
/// consumers.
public struct RoundTripProbe: Sendable {
    /// One record in flight.
    public struct Latency: Sendable {
        public let p50Microseconds: Double
        public let p99Microseconds: Double
    }

    public let cluster: KafkaCluster
    /// Made with two partitions where it is missing: requests in 0, replies in 1.
    public var topic = "platform.probe"
    public var pings = 3_000
    public var inFlight = 256
    public var throughputDuration: Duration = .seconds(3)
    /// Size of a record's value.
    public var valueBytes = 200

    public init(_ cluster: KafkaCluster) { self.cluster = cluster }

    /// One record there and back at a time. Blocks for a second or two: call it on a thread of its own. Throws
    /// `timedOut` when a record does not come back within ten seconds.
    public func latency() throws(LogError) -> Latency {
        try withEcho { asking throws(LogError) in
            _ = try pingPong(asking, count: 300)  // Connections, metadata, the first allocations.
            let latencies = try pingPong(asking, count: pings).sorted()
            return Latency(p50Microseconds: latencies[latencies.count / 2], p99Microseconds: latencies[latencies.count * 99 / 100])
        }
    }

    /// Round trips a second with `inFlight` records on the way at any time. Blocks for `throughputDuration`, and throws as `latency`.
    public func throughput() throws(LogError) -> Double {
        try withEcho { asking throws(LogError) in
            _ = try pingPong(asking, count: 300)
            return try stream(asking)
        }
    }

    private func withEcho<T>(_ body: (ProbeSide) throws(LogError) -> T) throws(LogError) -> T {
        try cluster.ensureTopics([TopicSpecification(topic, partitions: 2, retention: .minutes(10))])
        let asking = try ProbeSide(cluster, name: "probe.ask", topic: topic, readsPartition: 1)
        let echoing = EchoLoop(try ProbeSide(cluster, name: "probe.echo", topic: topic, readsPartition: 0))
        let thread = try OwnThread(name: "probe-echo") { echoing.run() }
        defer {
            echoing.stop()
            thread.join()
        }
        return try body(asking)
    }

    private func pingPong(_ side: ProbeSide, count: Int) throws(LogError) -> [Double] {
        let value = [UInt8](repeating: 120, count: valueBytes)
        var latencies: [Double] = []
        latencies.reserveCapacity(count)
        for _ in 0..<count {
            let start = ContinuousClock.now
            side.send(value, to: 0)
            try side.receive { _, _ in }
            let took = (ContinuousClock.now - start).components
            latencies.append(Double(took.seconds) * 1e6 + Double(took.attoseconds) / 1e12)
        }
        return latencies
    }

    private func stream(_ side: ProbeSide) throws(LogError) -> Double {
        let value = [UInt8](repeating: 120, count: valueBytes)
        let start = ContinuousClock.now
        var (received, missing) = (0, 0)
        for _ in 0..<inFlight { side.send(value, to: 0) }
        missing = inFlight
        var elapsed = Duration.zero
        while missing > 0 {
            var came = 0
            try side.receive { _, _ in came += 1 }
            received += came
            elapsed = .now - start
            guard elapsed < throughputDuration else {
                missing -= came
                continue
            }
            for _ in 0..<came { side.send(value, to: 0) }
        }
        return Double(received) / (Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18)
    }
}

/// A producer and a consumer of one partition.
///
/// `@unchecked Sendable`: made on one thread, then used by exactly one, the asking or the echoing one.
private final class ProbeSide: @unchecked Sendable {
    private let producer: ClientHandle
    private let queue: QueueHandle
    private let topic: String
    private var messages = [UnsafeMutablePointer<rd_kafka_message_t>?](repeating: nil, count: 1024)

    init(_ cluster: KafkaCluster, name: String, topic: String, readsPartition: Int32) throws(LogError) {
        self.topic = cluster.settings.topicPrefix + topic
        producer = try ClientHandle(RD_KAFKA_PRODUCER, name: name, settings: cluster.settings,
                                    logger: cluster.logger) { configuration throws(LogError) in
            try configuration.set(["enable.idempotence": "true", "acks": "all", "linger.ms": "0"])
        }
        let settings = cluster.settings
        let consumer = try ClientHandle(RD_KAFKA_CONSUMER, name: name, settings: settings,
                                        logger: cluster.logger) { configuration throws(LogError) in
            try settings.applyConsumer(configuration, group: "\(settings.clientIDPrefix).\(name)", isSettled: true)
        }
        rd_kafka_poll_set_consumer(consumer.pointer)
        let end = try consumer.watermarks(TopicPartition(topic, readsPartition), timeout: settings.requestTimeout).upperBound
        let list = TopicPartitionListHandle(TopicPartition(topic, readsPartition), offset: end, of: consumer)
        rd_kafka_assign(consumer.pointer, list.pointer)
        queue = try QueueHandle(owning: rd_kafka_queue_get_consumer(consumer.pointer), of: consumer)
    }

    func send(_ value: [UInt8], to partition: Int32) {
        value.withUnsafeBytes { send($0.baseAddress, $0.count, to: partition) }
    }

    func send(_ value: UnsafeRawPointer?, _ bytes: Int, to partition: Int32) {
        souk_rdkafka_produce(producer.pointer, topic, partition, nil, 0, UnsafeMutableRawPointer(mutating: value), bytes, nil, nil)
        rd_kafka_poll(producer.pointer, 0)
    }

    /// Waits for the first record and takes what else is there.
    func receive(wait: Duration = .seconds(10), _ each: (UnsafeRawPointer?, Int) -> Void) throws(LogError) {
        var count = rd_kafka_consume_batch_queue(queue.pointer, wait.timeoutMilliseconds, &messages, 1)
        guard count == 1 else { throw ErrorCode.error(RD_KAFKA_RESP_ERR__TIMED_OUT, "no record came back") }
        count = messages.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return 1 }
            return 1 + max(0, rd_kafka_consume_batch_queue(queue.pointer, 0, base + 1, buffer.count - 1))
        }
        for message in messages.prefix(count) {
            guard let message else { continue }
            if message.pointee.err == RD_KAFKA_RESP_ERR_NO_ERROR { each(message.pointee.payload, message.pointee.len) }
            rd_kafka_message_destroy(message)
        }
    }
}

private final class EchoLoop: Sendable {
    private let side: ProbeSide
    private let stopped = Atomic(false)
    init(_ side: ProbeSide) { self.side = side }
    func stop() { stopped.store(true, ordering: .relaxed) }
    func run() {
        while !stopped.load(ordering: .relaxed) {
            // Nothing came within the wait: look whether the probe is over.
            try? side.receive(wait: .milliseconds(200)) { side.send($0, $1, to: 1) }
        }
    }
}
