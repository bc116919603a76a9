import CRdKafka
import Dispatch
import Messaging
import Synchronization

/// One producer client and the thread that serves its delivery reports. A `KafkaProducer` uses one until it breaks, then takes another.
final class ProducerSession: Sendable {
    let client: ClientHandle
    private let pump: DeliveryPump

    init(client: ClientHandle, watch: StallWatch) throws(LogError) {
        self.client = client
        let pump = DeliveryPump(client, watch)
        self.pump = pump
        try OwnThread(name: "kafka-delivery") { pump.run() }.detach()
    }

    /// The library forgets what it knows of a topic nobody holds: these are held as long as the client.
    private let heldTopics = Mutex<[HeldTopic]>([])

    func prepare(topics: [String], timeout: Duration) {
        for topic in topics where !heldTopics.withLock({ $0.contains { $0.name == topic } }) {
            guard let held = HeldTopic(topic, of: client) else { continue }
            _ = try? client.metadata(of: .topic(topic), timeout: timeout)
            heldTopics.withLock { $0.append(held) }
        }
    }

    var inFlight: Int { Int(rd_kafka_outq_len(client.pointer)) }

    /// Hands one record to the library. Throws what the library says; `delivery` is then not called.
    func enqueue(_ record: OutgoingRecord, _ delivery: Delivery?) throws(LogError) {
        var headers: OpaquePointer?
        if !record.headers.isEmpty {
            headers = rd_kafka_headers_new(record.headers.count)
            for header in record.headers { Self.add(header, to: headers) }
        }
        let ticket = delivery.map { Unmanaged.passRetained($0) }
        let code = client.context.wire(record.topic).withCString { topic in
            Self.withBytes(record.key) { key, keyBytes in
                Self.withBytes(record.value) { value, valueBytes in
                    souk_rdkafka_produce(client.pointer, topic, record.partition ?? -1, key, keyBytes,
                                         UnsafeMutableRawPointer(mutating: value), valueBytes, headers, ticket?.toOpaque())
                }
            }
        }
        guard code == RD_KAFKA_RESP_ERR_NO_ERROR else {
            ticket?.release()
            if let headers { rd_kafka_headers_destroy(headers) }
            throw ErrorCode.error(code, "cannot append to \(record.topic): \(String(cString: rd_kafka_err2str(code)))")
        }
        pump.sweepIfOver()
    }

    private static func add(_ header: RecordHeader, to headers: OpaquePointer?) {
        header.name.utf8.withContiguousStorageIfAvailable { name in
            withBytes(header.value) { value, bytes in
                _ = name.withMemoryRebound(to: CChar.self) { rd_kafka_header_add(headers, $0.baseAddress, name.count, value, bytes) }
            }
        } ?? add(RecordHeader(String(decoding: Array(header.name.utf8), as: UTF8.self), header.value), to: headers)
    }

    /// Nil becomes NULL, an empty array a non-NULL pointer with length 0: Kafka tells null from empty.
    private static func withBytes<R>(_ bytes: [UInt8]?, _ body: (UnsafeRawPointer?, Int) -> R) -> R {
        guard let bytes else { return body(nil, 0) }
        return bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress, !buffer.isEmpty else { return withUnsafePointer(to: UInt8(0)) { body($0, 0) } }
            return body(base, buffer.count)
        }
    }

    /// Waits up to `flush` for what is in flight, reports the rest as failed, ends the thread. Blocks until then,
    /// except on the delivery thread.
    func finish(flush: Duration) {
        pump.stop(at: .now + flush)
        pump.waitForEnd()
    }

    /// The client is broken: reports everything in flight as failed and lets go. Returns at once.
    func abandon() { pump.stop(at: .now) }
}

/// The loop of a producer's own thread: serves callbacks, and at the end drains.
private final class DeliveryPump: Sendable {
    private let client: Mutex<ClientHandle?>
    private let pointer: ClientHandle
    private let stopAt = Mutex<ContinuousClock.Instant?>(nil)
    private let ended = DispatchGroup()
    private let isOver = Atomic<Bool>(false)
    private let watch: StallWatch
    /// A question to brokers, to tell a client that stands still from brokers that are away.
    private static let questionTimeout: Duration = .seconds(1)
    /// How long to wait for reports until the next look at the watch.
    private static let pollMilliseconds: Int32 = 1_000
    private static let quietPollMilliseconds: Int32 = 3_000
    private static let quietAfter: Duration = .seconds(5)

    init(_ client: ClientHandle, _ watch: StallWatch) {
        self.watch = watch
        self.client = Mutex(client)
        pointer = client
        ended.enter()
    }

    func stop(at deadline: ContinuousClock.Instant) {
        stopAt.withLock { $0 = min($0 ?? deadline, deadline) }
        guard let main = rd_kafka_queue_get_main(pointer.pointer) else { return }
        rd_kafka_queue_yield(main)
        rd_kafka_queue_destroy(main)
    }

    func waitForEnd() { ended.wait() }

    func run() {
        let rk = pointer.pointer
        var watch = watch
        var last = (acknowledged: -1, at: ContinuousClock.now)
        while stopAt.withLock({ $0 }) == nil {
            let isQuiet = rd_kafka_outq_len(rk) == 0 && .now - last.at >= Self.quietAfter
            rd_kafka_poll(rk, isQuiet ? Self.quietPollMilliseconds : Self.pollMilliseconds)
            let acknowledged = pointer.context.acknowledged.load(ordering: .relaxed)
            if acknowledged != last.acknowledged { last = (acknowledged, .now) }
            guard watch.isStalled(hasRecords: rd_kafka_outq_len(rk) > 0, acknowledged: acknowledged, at: .now) else { continue }
            if (try? pointer.metadata(of: .everything, timeout: Self.questionTimeout)) != nil {
                pointer.context.onStall.withLock { $0 }?(watch)
            }
            watch.excuse()
        }
        while rd_kafka_outq_len(rk) > 0, let deadline = stopAt.withLock({ $0 }), .now < deadline { rd_kafka_poll(rk, 10) }
        failRest()
        isOver.store(true, ordering: .sequentiallyConsistent)
        // Whoever handed a record over a moment ago may not have seen that.
        failRest()
        ended.leave()
    }

    /// A record that was handed over after the end (its producer was just being replaced or closed) fails too: somebody
    /// waits to hear of it.
    func sweepIfOver() {
        if isOver.load(ordering: .sequentiallyConsistent) { failRest() }
    }

    private func failRest() {
        let rk = pointer.pointer
        guard rd_kafka_outq_len(rk) > 0 else { return }
        rd_kafka_purge(rk, RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_INFLIGHT)
        while rd_kafka_outq_len(rk) > 0 { rd_kafka_poll(rk, 10) }
    }
}

/// A reference to a topic of a client, given back with the value.
///
/// `@unchecked Sendable`: the pointer never changes and librdkafka's topic references may be used and destroyed from any thread.
private final class HeldTopic: @unchecked Sendable {
    let name: String
    private let pointer: OpaquePointer
    /// The client outlives its topics.
    private let client: ClientHandle

    init?(_ name: String, of client: ClientHandle) {
        guard let pointer = rd_kafka_topic_new(client.pointer, client.context.wire(name), nil) else { return nil }
        (self.name, self.pointer, self.client) = (name, pointer, client)
    }
    deinit { rd_kafka_topic_destroy(pointer) }
}
