import CRdKafka
import Dispatch
import Glibc
import Logging
import Messaging
import Synchronization

/// The idempotent producer, `acks=all`, order kept per partition.
///
/// When librdkafka declares a client dead (a wiped or truncated cluster can break the idempotent sequence), or a client
/// stands still (`StallWatch`), it is replaced behind the scenes: what was in flight fails with a retriable error,
/// everything after goes out through the new one.
public final class KafkaProducer: LogProducer {
    private enum State {
        case open(ProducerSession, generation: Int)
        case closed
    }
    private let name: String
    private let settings: KafkaSettings
    private let logger: Logger
    private let state: Mutex<State>
    private let closing = DispatchGroup()
    private let refusals = TopicRefusals()
    public var refusedTopics: [String: String] { refusals.current() }

    init(name: String, settings: KafkaSettings, logger: Logger) throws(LogError) {
        (self.name, self.settings, self.logger) = (name, settings, logger)
        state = Mutex(.closed)
        let session = try makeSession(StallWatch(timeout: settings.stallTimeout))
        state.withLock { $0 = .open(session, generation: 0) }
    }

    deinit {
        // Nobody waits any more: what is still queued is reported as failed.
        if case .open(let session, _) = state.withLock({ $0 }) { session.abandon() }
    }

    private func makeSession(_ watch: StallWatch) throws(LogError) -> ProducerSession {
        let settings = settings
        let client = try ClientHandle(RD_KAFKA_PRODUCER, name: name, settings: settings, logger: logger) { configuration throws(LogError) in
            try configuration.set([
                "enable.idempotence": "true",
                "acks": "all",
                "linger.ms": "0",
                // What comes while a request is under way leaves together in the next one: fewer requests for the broker and for
                // us, and a lone record never waits (docs/performance.md).
                "max.in.flight.requests.per.connection": "1",
                "retry.backoff.ms": "50",
                // Keys go where the Java client puts them, so foreign producers agree with ours.
                "partitioner": "murmur2_random",
                "message.timeout.ms": String(settings.deliveryTimeout.wholeMilliseconds),
                "message.max.bytes": String(settings.recordMaxBytes),
                "queue.buffering.max.messages": String(settings.producerQueueMaxRecords),
                "queue.buffering.max.kbytes": String(settings.producerQueueMaxKilobytes),
            ])
            rd_kafka_conf_set_dr_msg_cb(configuration.unowned, Delivery.callback)
        }
        let session = try ProducerSession(client: client, watch: watch)
        client.context.onFailure.withLock { $0 = { [refusals, logger] topic, error in
            if refusals.note(topic, error) {
                logger.error("brokers refuse the records of a topic", metadata: ["topic": "\(topic)", "error": "\(error)"])
            }
        } }
        client.context.onFatal.withLock { $0 = { [weak self, weak session] in
            guard let self, let session else { return }
            self.replace(session, because: "it cannot go on")
        } }
        client.context.onStall.withLock { $0 = { [weak self, weak session] watch in
            guard let self, let session else { return }
            self.replace(session, because: "nothing was acknowledged for \(watch.timeout) although brokers answer", with: watch.next)
        } }
        return session
    }

    public func startAnew() {
        guard let session = try? session() else { return }  // Closed: nothing goes out any more.
        replace(session, because: "its records go out again, or the cluster is another one")
    }

    /// Puts a new client in the place of one that has had its time.
    private func replace(_ dead: ProducerSession, because reason: String, with watch: StallWatch? = nil) {
        let watch = watch ?? StallWatch(timeout: settings.stallTimeout)
        let wasReplaced = state.withLock { state in
            guard case .open(let current, let generation) = state, current === dead else { return false }
            do throws(LogError) {
                state = .open(try makeSession(watch), generation: generation + 1)
                return true
            } catch {
                logger.error("cannot replace the producer", metadata: ["error": "\(error)"])
                return false  // The old one stays; the next record tries again.
            }
        }
        guard wasReplaced else { return }
        logger.notice("producer was replaced", metadata: ["client": "\(name)", "reason": "\(reason)"])
        dead.abandon()
    }

    private func session() throws(LogError) -> ProducerSession { try current().session }
    private func current() throws(LogError) -> (session: ProducerSession, generation: Int) {
        switch state.withLock({ $0 }) {
        case .open(let session, let generation): return (session, generation)
        case .closed: throw ErrorCode.closed
        }
    }
    /// The client in use; nil: closed.
    var client: ClientHandle? { (try? session())?.client }
    public var generation: Int { (try? current().generation) ?? 0 }

    public func enqueue(_ record: OutgoingRecord, in generation: Int, onDelivery: (@Sendable (Result<RecordPosition, LogError>) -> Void)?)
        throws(LogError) { try enqueue(record, in: generation, onDelivery.map(ClosureDelivery.init), isAwaited: false) }

    private func enqueue(_ record: OutgoingRecord, in wanted: Int, _ delivery: Delivery?, isAwaited: Bool) throws(LogError) {
        let (session, generation) = try current()
        guard generation == wanted else { throw Self.takenOver }
        try enqueue(record, to: session, delivery, isAwaited: isAwaited)
    }
    /// Throws `abandoned` after another client took the place of a broken one.
    private func enqueue(_ record: OutgoingRecord, to session: ProducerSession, _ delivery: Delivery?, isAwaited: Bool) throws(LogError) {
        do throws(LogError) {
            try session.enqueue(record, delivery, isAwaited: isAwaited)
        } catch {
            guard error.isFatal else {
                _ = refusals.note(record.topic, error)
                throw error
            }
            replace(session, because: "\(error)")
            throw Self.takenOver
        }
    }
    private static let takenOver = LogError(kind: .abandoned, isRetriable: true, description: "another client has taken over")

    public func enqueue(_ record: OutgoingRecord, onDelivery: (@Sendable (Result<RecordPosition, LogError>) -> Void)?) throws(LogError) {
        try enqueue(record, onDelivery.map(ClosureDelivery.init))
    }

    private func enqueue(_ record: OutgoingRecord, _ delivery: Delivery?) throws(LogError) {
        do throws(LogError) {
            try enqueue(record, to: session(), delivery, isAwaited: true)
        } catch {
            guard error.kind == .abandoned else { throw error }
            try session().enqueue(record, delivery, isAwaited: true)
        }
    }

    /// An error means that any part of the batch may or may not be in the log.
    public func append(_ records: [OutgoingRecord], timeout: Duration) throws(LogError) -> [RecordPosition] {
        guard !records.isEmpty else { return [] }
        let deadline = ContinuousClock.now + timeout
        let batch = AppendBatch(count: records.count)
        var generation = generation
        for (index, record) in records.enumerated() {
            let delivery = BatchDelivery(batch, index)
            while true {
                do throws(LogError) {
                    try enqueue(record, in: generation, delivery, isAwaited: true)
                    break
                } catch {
                    // Nothing of the batch went out by the client before.
                    if error.kind == .abandoned, index == 0, self.generation != generation {
                        generation = self.generation
                        continue
                    }
                    guard error.kind == .queueFull, .now < deadline else { throw error }
                    usleep(1000)  // The queue empties as acknowledgements come; the caller's thread is meant to block.
                }
            }
        }
        return try batch.wait(until: deadline)
    }

    public func prepare(topics: [String]) {
        guard let session = try? session() else { return }
        session.prepare(topics: topics, timeout: settings.requestTimeout)
    }

    public var inFlight: Int {
        switch state.withLock({ $0 }) {
        case .open(let session, _): session.inFlight
        case .closed: 0
        }
    }

    public func close(flushTimeout: Duration) {
        let session: ProducerSession? = state.withLock { state in
            guard case .open(let session, _) = state else { return nil }
            state = .closed
            closing.enter()
            return session
        }
        guard let session else { return closing.wait() }  // Somebody else closes: both return when it is done.
        session.finish(flush: flushTimeout)
        closing.leave()
    }

    /// Makes the client fatally broken, as a cluster that lost its data can: for tests of the replacement.
    package func breakClient() throws {
        // The client's thread releases the client once it learns of the error, which may be before this call returns.
        try withExtendedLifetime(session().client) { client in
            _ = rd_kafka_test_fatal_error(client.pointer, RD_KAFKA_RESP_ERR_OUT_OF_ORDER_SEQUENCE_NUMBER, "broken on purpose")
        }
    }
}

/// Topics whose records brokers refuse for good, such as those of a topic without permission to write.
package final class TopicRefusals: Sendable {
    /// The relay tries again within seconds, so a refusal that did not come again for this long is over.
    package static let countsFor: Duration = .seconds(15)
    private let list = Mutex<[String: (reason: String, at: ContinuousClock.Instant)]>([:])
    package init() {}

    /// True: the refusal is new. Ignores failures that pass by themselves, and those of a single record.
    package func note(_ topic: String, _ error: LogError, at now: ContinuousClock.Instant = .now) -> Bool {
        guard error.kind == .other, !error.isRetriable, !error.isFatal else { return false }
        return list.withLock { list in
            let isNew = list[topic].map { now - $0.at > Self.countsFor } ?? true
            list[topic] = ("\(error)", now)
            return isNew
        }
    }

    package func current(at now: ContinuousClock.Instant = .now) -> [String: String] {
        list.withLock { list in list.filter { now - $0.value.at <= Self.countsFor }.mapValues(\.reason) }
    }
}
