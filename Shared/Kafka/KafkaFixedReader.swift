import CRdKafka
import Logging
import Messaging
import Synchronization

/// A reader of fixed partitions with one queue. A partition whose position was deleted continues at its oldest record.
public final class KafkaFixedReader: LogFixedReader {
    private struct State {
        var queue: QueueHandle?
        var failure: LogError?
    }
    private let state: Mutex<State>
    private let committer: OffsetCommitter
    private let resumption: FetchResumption

    init(name: String, group: String, starts: [TopicPartition: StartPosition], cluster: KafkaCluster) throws(LogError) {
        let settings = cluster.settings
        resumption = FetchResumption(settings)
        let client = try ClientHandle(RD_KAFKA_CONSUMER, name: name, settings: settings,
                                      logger: cluster.logger) { configuration throws(LogError) in
            try settings.applyConsumer(configuration, group: group, isSettled: true)
            // A later seek would fail because the fetcher is not ready. The forwarder compares offsets and so notices
            // lost records.
            try configuration.set("auto.offset.reset", "earliest")
        }
        rd_kafka_poll_set_consumer(client.pointer)
        let list = TopicPartitionListHandle(capacity: starts.count)
        for (partition, start) in starts {
            switch start {
            case .beginning: list.add(partition, offset: Int64(RD_KAFKA_OFFSET_BEGINNING), of: client)
            case .offset(let offset): list.add(partition, offset: offset, of: client)
            // Resolve it now: the fetcher would resolve it later and miss a record that is appended after this call.
            case .end: list.add(partition, offset: try cluster.watermarks(partition).upperBound, of: client)
            }
        }
        let code = rd_kafka_assign(client.pointer, list.pointer)
        guard code == RD_KAFKA_RESP_ERR_NO_ERROR else { throw ErrorCode.error(code, "\(name) cannot begin to read") }
        committer = OffsetCommitter(client: client, interval: .milliseconds(settings.commitIntervalMilliseconds))
        state = Mutex(State(queue: try QueueHandle(owning: rd_kafka_queue_get_consumer(client.pointer), of: client)))
    }

    public func read(max: Int, wait: Duration) throws(LogError) -> [IncomingRecord] {
        guard let queue = state.withLock({ $0.queue }) else { throw ErrorCode.closed }
        if let failure = state.withLock({ $0.failure.take() }) { throw failure }
        var fetched = FetchedRecords()
        // While a commit is waiting or in progress, shorten the wait to handle it.
        queue.drain(max: max, wait: committer.work().map { min($0, wait) } ?? wait) { fetched.take($0, logTo: queue.client.context) }
        if fetched.records.isEmpty, let failure = fetched.failure { throw failure }
        resumption.took(fetched.records, from: queue)
        if state.withLock({ $0.queue == nil }) { throw ErrorCode.closed }
        state.withLock { $0.failure = fetched.failure }
        return fetched.records
    }

    /// A commit that must wait (another one is in progress, or the interval is not over) is sent by later reads or by
    /// `close`.
    public func commit(before next: [TopicPartition: Int64]) {
        committer.set(next)
        _ = committer.work()
    }

    public func wake() { state.withLock { $0.queue }?.wake() }

    /// Blocks until the last commit is sent, a second at most.
    public func close() {
        let queue = state.withLock { state in
            defer { state.queue = nil }
            return state.queue
        }
        guard let queue else { return }
        queue.wake()
        committer.finish(within: .seconds(1))
    }

    deinit { close() }
}
