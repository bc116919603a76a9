import CRdKafka
import Glibc
import Logging
import Messaging
import Synchronization

/// A member of a consumer group, balanced by `cooperative-sticky`, or a reader of fixed partitions under a group's committed offsets.
/// A partition without a committed offset, or whose position is gone, goes on at its oldest record.
public final class KafkaGroupReader: LogGroupReader {
    private struct State {
        var queue: QueueHandle?
        var failure: LogError?
    }
    private let state: Mutex<State>
    private let settings: KafkaSettings
    private let resumption: FetchResumption
    /// Not a reader of fixed partitions.
    private let isMember: Bool

    convenience init(name: String, group: String, topics: [String], settings: KafkaSettings, logger: Logger) throws(LogError) {
        try self.init(name: name, group: group, settings: settings, logger: logger, isMember: true) { client in
            let list = TopicPartitionListHandle(capacity: topics.count)
            for topic in topics { list.add(TopicPartition(topic, -1), offset: Int64(RD_KAFKA_OFFSET_INVALID)) }
            return rd_kafka_subscribe(client.pointer, list.pointer)
        }
    }

    /// Without membership: these partitions, from the group's committed offsets.
    convenience init(name: String, group: String, partitions: [TopicPartition], settings: KafkaSettings, logger: Logger) throws(LogError) {
        try self.init(name: name, group: group, settings: settings, logger: logger, isMember: false) { client in
            let list = TopicPartitionListHandle(capacity: partitions.count)
            for partition in partitions { list.add(partition, offset: Int64(RD_KAFKA_OFFSET_STORED)) }
            return rd_kafka_assign(client.pointer, list.pointer)
        }
    }

    private init(name: String, group: String, settings: KafkaSettings, logger: Logger, isMember: Bool,
                 begin: (ClientHandle) -> rd_kafka_resp_err_t) throws(LogError) {
        (self.settings, self.isMember) = (settings, isMember)
        resumption = FetchResumption(settings)
        let client = try ClientHandle(RD_KAFKA_CONSUMER, name: name, settings: settings, logger: logger) { configuration throws(LogError) in
            try settings.applyConsumer(configuration, group: group)
            // Members keep what they have while others come and go, and a single partition can be put back to another place.
            try configuration.set("partition.assignment.strategy", "cooperative-sticky")
            // A group without a position starts at the oldest record. Seeking there after the fact meets a fetcher that is not ready;
            // a jump over lost records is seen by the forwarder, which compares offsets.
            try configuration.set(["auto.offset.reset": "earliest"])
        }
        rd_kafka_poll_set_consumer(client.pointer)
        let code = begin(client)
        guard code == RD_KAFKA_RESP_ERR_NO_ERROR else { throw ErrorCode.error(code, "group \(group) cannot begin to read") }
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
        if fetched.records.isEmpty, let failure = fetched.failure { throw failure }
        resumption.took(fetched.records, from: queue)
        if isClosed { throw ErrorCode.closed }
        state.withLock { $0.failure = fetched.failure }
        return fetched.records
    }

    public func commit(after records: [IncomingRecord], timeout: Duration?) throws(LogError) {
        guard !records.isEmpty else { return }
        let client = try queue().client
        var next: [TopicPartition: Int64] = [:]
        for record in records {
            let partition = TopicPartition(record.topic, record.partition)
            next[partition] = max(next[partition] ?? 0, record.offset + 1)
        }
        let deadline = ContinuousClock.now + (timeout ?? settings.requestTimeout)
        // While the group is being balanced the broker takes no commits; what this member keeps is committed when that is over.
        while let error = commit(next, client, until: deadline) {
            guard .now < deadline, !isClosed else { throw error }
            usleep(20_000)
        }
    }

    /// Commits what this member owns. Returns an error when it is worth trying again.
    ///
    /// `rd_kafka_commit` would wait for a broker that is gone without end, and a process that stops with it. The answer comes into a queue of its own: one that
    /// was given up and is answered after all is not taken for the next one's.
    private func commit(_ next: [TopicPartition: Int64], _ client: ClientHandle, until deadline: ContinuousClock.Instant) -> LogError? {
        let owned = ownedPartitions(client)
        let list = TopicPartitionListHandle(capacity: next.count)
        for (partition, offset) in next where owned.contains(partition) { list.add(partition, offset: offset) }
        guard !list.elements.isEmpty else { return nil }
        let answers = rd_kafka_queue_new(client.pointer)
        defer { rd_kafka_queue_destroy(answers) }
        var code = rd_kafka_commit_queue(client.pointer, list.pointer, answers, nil, nil)
        if code == RD_KAFKA_RESP_ERR_NO_ERROR { code = Self.answer(in: answers, by: deadline) ?? givenUp(client) }
        switch code {
        case RD_KAFKA_RESP_ERR_NO_ERROR, RD_KAFKA_RESP_ERR__NO_OFFSET: return nil
        default: return ErrorCode.error(code, "cannot commit: \(String(cString: rd_kafka_err2str(code)))")
        }
    }

    private func givenUp(_ client: ClientHandle) -> rd_kafka_resp_err_t {
        client.context.hasUnansweredCommit.store(true, ordering: .relaxed)
        return RD_KAFKA_RESP_ERR__TIMED_OUT
    }
    private static func answer(in queue: OpaquePointer?, by deadline: ContinuousClock.Instant) -> rd_kafka_resp_err_t? {
        guard let event = rd_kafka_queue_poll(queue, (deadline - .now).timeoutMilliseconds) else { return nil }
        defer { rd_kafka_event_destroy(event) }
        return rd_kafka_event_error(event)
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
        // A partition that was lost meanwhile starts where its next owner finds it committed.
        guard ownedPartitions(client).contains(partition) else { return }
        try client.reassign(partition, offset: offset)
    }

    private var isClosed: Bool { state.withLock { $0.queue == nil } }

    public func wake() { state.withLock { $0.queue }?.wake() }

    public func close() {
        let queue = state.withLock { state in
            defer { state.queue = nil }
            return state.queue
        }
        guard let queue else { return }
        queue.wake()
        leave(queue.client)
    }

    /// librdkafka 2.0.2 forgets to leave the group when a cooperative member is closed: its partitions would lie idle for a whole session timeout.
    /// Giving the subscription up does leave; the member has no id when that is done. A broker that does not answer is not waited for longer than a second.
    private func leave(_ client: ClientHandle) {
        guard isMember else { return }
        rd_kafka_unsubscribe(client.pointer)
        let deadline = ContinuousClock.now + .seconds(1)
        while .now < deadline, let id = rd_kafka_memberid(client.pointer) {
            let hasLeft = id.pointee == 0
            rd_kafka_mem_free(client.pointer, id)
            if hasLeft { return }
            usleep(2_000)
        }
    }

    deinit { close() }
}
