import CRdKafka
import Logging
import Messaging
import Synchronization

/// A member of a consumer group. librdkafka balances by `range`; a partition without a committed offset starts at its beginning.
public final class KafkaGroupReader: LogGroupReader {
    private struct State {
        var queue: QueueHandle?
        var failure: LogError?
    }
    private let state: Mutex<State>
    private let settings: KafkaSettings

    init(name: String, group: String, topics: [String], settings: KafkaSettings, logger: Logger) throws(LogError) {
        self.settings = settings
        let client = try ClientHandle(RD_KAFKA_CONSUMER, name: name, settings: settings, logger: logger) { configuration throws(LogError) in
            try settings.applyConsumer(configuration, group: group)
        }
        rd_kafka_poll_set_consumer(client.pointer)
        let list = TopicPartitionListHandle(capacity: topics.count)
        for topic in topics { list.add(TopicPartition(topic, -1), offset: Int64(RD_KAFKA_OFFSET_INVALID)) }
        let code = rd_kafka_subscribe(client.pointer, list.pointer)
        guard code == RD_KAFKA_RESP_ERR_NO_ERROR else { throw ErrorCode.error(code, "cannot subscribe to \(topics)") }
        state = Mutex(State(queue: try QueueHandle(owning: rd_kafka_queue_get_consumer(client.pointer), of: client)))
    }

    private func queue() throws(LogError) -> QueueHandle {
        guard let queue = state.withLock({ $0.queue }) else { throw ErrorCode.closed }
        return queue
    }

    public func read(max: Int, wait: Duration) throws(LogError) -> [IncomingRecord] {
        let queue = try queue()
        if let failure = state.withLock({ $0.failure.take() }) { throw failure }
        var fetched = FetchedRecords()
        queue.drain(max: max, wait: wait) { fetched.take($0, logTo: queue.client.context) }
        for partition in fetched.uncommitted { try seek(partition, to: .beginning) }
        if fetched.records.isEmpty, let failure = fetched.failure { throw failure }
        if state.withLock({ $0.queue == nil }) { throw ErrorCode.closed }
        state.withLock { $0.failure = fetched.failure }
        return fetched.records
    }

    public func commit(after records: [IncomingRecord]) throws(LogError) {
        guard !records.isEmpty else { return }
        let client = try queue().client
        var next: [TopicPartition: Int64] = [:]
        for record in records {
            let partition = TopicPartition(record.topic, record.partition)
            next[partition] = max(next[partition] ?? 0, record.offset + 1)
        }
        let owned = ownedPartitions(client)
        let list = TopicPartitionListHandle(capacity: next.count)
        for (partition, offset) in next where owned.contains(partition) { list.add(partition, offset: offset) }
        guard !list.elements.isEmpty else { return }
        let code = rd_kafka_commit(client.pointer, list.pointer, 0)
        switch code {
        case RD_KAFKA_RESP_ERR_NO_ERROR, RD_KAFKA_RESP_ERR__NO_OFFSET: return
        case RD_KAFKA_RESP_ERR_ILLEGAL_GENERATION, RD_KAFKA_RESP_ERR_UNKNOWN_MEMBER_ID, RD_KAFKA_RESP_ERR_REBALANCE_IN_PROGRESS, RD_KAFKA_RESP_ERR__ASSIGNMENT_LOST:
            // The partitions are being given to others, or to us anew: whoever gets them reads these records again.
            client.context.logger.debug("commit came after a rebalance", metadata: ["code": "\(code.rawValue)"])
        default: throw ErrorCode.error(code, "cannot commit: \(String(cString: rd_kafka_err2str(code)))")
        }
    }

    private func ownedPartitions(_ client: ClientHandle) -> Set<TopicPartition> {
        var raw: UnsafeMutablePointer<rd_kafka_topic_partition_list_t>?
        guard rd_kafka_assignment(client.pointer, &raw) == RD_KAFKA_RESP_ERR_NO_ERROR else { return [] }
        let list = TopicPartitionListHandle(owning: raw)
        return Set(list.elements.map(TopicPartition.init))
    }

    public func seek(_ partition: TopicPartition, to start: StartPosition) throws(LogError) {
        let client = try queue().client
        let offset: Int64
        switch start {
        case .beginning: offset = Int64(RD_KAFKA_OFFSET_BEGINNING)
        case .end: offset = try client.watermarks(partition, timeout: settings.requestTimeout).upperBound
        case .offset(let wanted): offset = wanted
        case .committed: offset = Int64(RD_KAFKA_OFFSET_STORED)
        }
        let list = TopicPartitionListHandle(partition, offset: offset)
        if let error = rd_kafka_seek_partitions(client.pointer, list.pointer, settings.requestTimeout.timeoutMilliseconds) {
            throw ErrorCode.consume(error, "cannot seek \(partition)")
        }
        guard let code = list.elements.first?.err, code != RD_KAFKA_RESP_ERR_NO_ERROR else { return }
        throw ErrorCode.error(code, "cannot seek \(partition): \(String(cString: rd_kafka_err2str(code)))")
    }

    public func wake() { state.withLock { $0.queue }?.wake() }

    public func close() {
        let queue = state.withLock { state in
            defer { state.queue = nil }
            return state.queue
        }
        guard let queue else { return }
        queue.wake()
        rd_kafka_consumer_close(queue.client.pointer)
    }

    deinit { close() }
}
