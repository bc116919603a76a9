import CRdKafka
import Messaging
import Synchronization

/// One partition's queue of a `KafkaReader`.
public final class KafkaPartitionReader: PartitionReader {
    public let partition: TopicPartition
    private struct State {
        var queue: QueueHandle?
        var isAssigned = false
        /// Came after records that were already handed out: thrown by the next read.
        var failure: LogError?
        var commitPending: Int64?
        var lastCommit: ContinuousClock.Instant?
        var lastServed = ContinuousClock.now
    }
    private let state: Mutex<State>
    private let settings: KafkaSettings
    private let commits: Bool

    init(_ partition: TopicPartition, client: ClientHandle, settings: KafkaSettings, commits: Bool) throws(LogError) {
        (self.partition, self.settings, self.commits) = (partition, settings, commits)
        state = Mutex(State(queue: try QueueHandle(owning: rd_kafka_queue_get_partition(client.pointer, partition.topic, partition.partition), of: client)))
    }

    var isClosed: Bool { state.withLock { $0.queue == nil } }

    private func queue() throws(LogError) -> QueueHandle {
        guard let queue = state.withLock({ $0.queue }) else { throw ErrorCode.closed }
        return queue
    }

    public func read(max: Int, wait: Duration) throws(LogError) -> [IncomingRecord] {
        let queue = try queue()
        if let failure = state.withLock({ $0.failure.take() }) { throw failure }
        serveClient(queue.client)
        var fetched = FetchedRecords()
        var left = wait
        if let untilCommit = sendDueCommit(queue.client), untilCommit < wait {
            // A commit is held back until its interval is over: wait in two parts and send it in between.
            queue.drain(max: max, wait: untilCommit) { fetched.take($0, logTo: queue.client.context) }
            left = wait - untilCommit
            _ = sendDueCommit(queue.client)
        }
        if fetched.records.isEmpty, fetched.failure == nil {
            queue.drain(max: max, wait: left) { fetched.take($0, logTo: queue.client.context) }
        }
        if fetched.records.isEmpty, let failure = fetched.failure { throw failure }
        if isClosed { throw ErrorCode.closed }
        state.withLock { $0.failure = fetched.failure }
        return fetched.records
    }

    /// Errors and statistics of the client as a whole wait in its main queue; once a second somebody must take them.
    private func serveClient(_ client: ClientHandle) {
        let isDue = state.withLock { state in
            guard .now - state.lastServed > .seconds(1) else { return false }
            state.lastServed = .now
            return true
        }
        guard isDue else { return }
        while let message = rd_kafka_consumer_poll(client.pointer, 0) { rd_kafka_message_destroy(message) }
    }

    /// Blocks while it asks the broker where `.end` or `.committed` is.
    public func seek(to start: StartPosition) throws(LogError) {
        let queue = try queue()
        let offset = try resolve(start, queue.client)
        // Taking the partition away and giving it back works in every state of the fetcher, also after "out of range"; the library drops what it had fetched.
        try unassign(queue.client)
        rd_kafka_queue_forward(queue.pointer, nil)
        try queue.client.assign(partition, offset: offset)
        rd_kafka_queue_forward(queue.pointer, nil)
        state.withLock { ($0.isAssigned, $0.failure, $0.commitPending) = (true, nil, nil) }
    }

    private func unassign(_ client: ClientHandle) throws(LogError) {
        let wasAssigned = state.withLock { state in
            defer { state.isAssigned = false }
            return state.isAssigned
        }
        guard wasAssigned else { return }
        try client.unassign(partition)
    }

    private func resolve(_ start: StartPosition, _ client: ClientHandle) throws(LogError) -> Int64 {
        switch start {
        case .beginning: return Int64(RD_KAFKA_OFFSET_BEGINNING)
        case .offset(let offset): return offset
        // Asked now, not when the fetcher gets to it: a record appended after this call must be read.
        case .end: return try client.watermarks(partition, timeout: settings.requestTimeout).upperBound
        case .committed:
            let list = TopicPartitionListHandle(partition, offset: Int64(RD_KAFKA_OFFSET_INVALID))
            let code = rd_kafka_committed(client.pointer, list.pointer, settings.requestTimeout.timeoutMilliseconds)
            guard code == RD_KAFKA_RESP_ERR_NO_ERROR, let answer = list.elements.first, answer.err == RD_KAFKA_RESP_ERR_NO_ERROR else {
                throw ErrorCode.error(code == RD_KAFKA_RESP_ERR_NO_ERROR ? list.elements.first?.err ?? code : code, "cannot read the committed offset of \(partition)")
            }
            return answer.offset >= 0 ? answer.offset : Int64(RD_KAFKA_OFFSET_BEGINNING)
        }
    }

    public func commit(before offset: Int64) {
        guard commits, let client = state.withLock({ state in
            state.commitPending = offset
            return state.queue?.client
        }) else { return }
        _ = sendDueCommit(client)
    }

    /// Sends the pending commit when the last one is an interval ago; else says how long it still has to wait. Nil: nothing is pending.
    private func sendDueCommit(_ client: ClientHandle, isFinal: Bool = false) -> Duration? {
        let interval = Duration.milliseconds(settings.commitIntervalMilliseconds)
        let (offset, wait): (Int64?, Duration?) = state.withLock { state in
            guard let offset = state.commitPending else { return (nil, nil) }
            if !isFinal, let last = state.lastCommit, .now - last < interval { return (nil, interval - (.now - last)) }
            (state.commitPending, state.lastCommit) = (nil, .now)
            return (offset, nil)
        }
        if let offset {
            let list = TopicPartitionListHandle(partition, offset: offset)
            rd_kafka_commit(client.pointer, list.pointer, 1)  // 1: in the background; closing the client waits for it.
        }
        return wait
    }

    public func wake() { state.withLock { $0.queue }?.wake() }

    public func close() {
        let queue = state.withLock { state in
            defer { state.queue = nil }
            return state.queue
        }
        guard let queue else { return }
        _ = sendDueCommit(queue.client, isFinal: true)
        // The client may be closing already; then the assignment is gone anyway.
        try? unassign(queue.client)
        queue.wake()
    }
}
