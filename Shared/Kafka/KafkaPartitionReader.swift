import CRdKafka
import Glibc
import Messaging
import Synchronization

/// One partition's queue of a `KafkaReader`.
public final class KafkaPartitionReader: PartitionReader {
    public let partition: TopicPartition
    private struct State {
        var queue: QueueHandle?
        var isAssigned = false
        /// Where to start is not known yet: the next read asks the broker.
        var startsAtBeginning = false
        /// Offsets only grow between two seeks. Under broker outages librdkafka 2.0.2 can answer an old offset query
        /// late and fetch from there again.
        var next: Int64 = 0
        var isWoken = false
        /// Came after records that were already handed out: thrown by the next read.
        var failure: LogError?
        var lastServed = ContinuousClock.now
        var news: NewsSignal?
    }
    private let state: Mutex<State>
    /// Asked where a log begins and ends: its client is connected, while the first question of a reader's own waits for
    /// its connection, up to a second.
    private let cluster: KafkaCluster
    private let assignments: PartitionAssignments
    private let committer: OffsetCommitter?
    private let resumption: FetchResumption

    init(_ partition: TopicPartition, client: ClientHandle, cluster: KafkaCluster, assignments: PartitionAssignments,
         commits: Bool) throws(LogError) {
        (self.partition, self.cluster, self.assignments) = (partition, cluster, assignments)
        let settings = cluster.settings
        resumption = FetchResumption(settings)
        committer = commits ? OffsetCommitter(client: client, interval: .milliseconds(settings.commitIntervalMilliseconds)) : nil
        state = Mutex(
            State(queue: try QueueHandle(owning: rd_kafka_queue_get_partition(client.pointer, client.context.wire(partition.topic),
                partition.partition), of: client)))
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
        guard try resolveBeginning(queue, wait) else { return [] }
        var fetched = FetchedRecords()
        let deadline = ContinuousClock.now + wait
        repeat {
            // While a commit is waiting or under way, or partitions gather, the wait is cut into pieces to look after them.
            let left = deadline - .now
            let piece = [committer?.work(), try assignments.work(atOnce: wait == .zero)].compactMap { $0 }.reduce(left, min)
            queue.drain(max: max, wait: piece) { fetched.take($0, logTo: queue.client.context) }
        } while fetched.isEmpty && !wasWoken() && .now < deadline && !isClosed
        if fetched.records.isEmpty, let failure = fetched.failure { throw failure }
        resumption.took(fetched.records, from: queue)
        return try state.withLock { state throws(LogError) in
            if state.queue == nil { throw ErrorCode.closed }
            state.failure = fetched.failure
            return fetched.records.filter { record in
                guard record.offset >= state.next else { return false }
                state.next = record.offset + 1
                return true
            }
        }
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

    /// Blocks while it asks the broker for `.end`; `.beginning` is resolved by the next read, where partitions gather at once if the
    /// broker answers.
    public func seek(to start: StartPosition) throws(LogError) {
        let queue = try queue()
        let offset = try resolve(start)
        try unassign(queue.client)
        state.withLock { ($0.failure, $0.startsAtBeginning) = (nil, offset == nil) }
        committer?.forget(partition)
        if let offset { try begin(queue, at: offset) }
    }

    /// False while the broker does not say where the beginning is.
    private func resolveBeginning(_ queue: QueueHandle, _ wait: Duration) throws(LogError) -> Bool {
        guard state.withLock({ $0.startsAtBeginning }) else { return true }
        let first: Int64
        do throws(LogError) {
            // Wait longer than a poll: a broker that needs half a second per answer would otherwise never succeed.
            first = try cluster.watermarks(partition, timeout: max(wait, .seconds(1))).lowerBound
        } catch {
            guard error.isRetriable else { throw error }
            // Some failures are told at once; the caller's loop must not spin on them.
            usleep(UInt32(min(max(wait, .zero), .milliseconds(50)).wholeMilliseconds * 1000))
            return false
        }
        state.withLock { $0.startsAtBeginning = false }
        try begin(queue, at: first)
        return true
    }

    /// Taking the partition away and giving it back works in every state of the fetcher, also after "out of range"; the
    /// library drops what it had fetched.
    private func begin(_ queue: QueueHandle, at offset: Int64) throws(LogError) {
        rd_kafka_queue_forward(queue.pointer, nil)
        try assignments.assign(partition, offset: offset, into: queue)
        state.withLock { ($0.isAssigned, $0.next) = (true, offset) }
    }

    private func unassign(_ client: ClientHandle) throws(LogError) {
        let wasAssigned = state.withLock { state in
            defer { state.isAssigned = false }
            return state.isAssigned
        }
        guard wasAssigned else { return }
        try assignments.unassign(partition, from: client)
    }

    /// Nil: the beginning, which the next read asks for.
    private func resolve(_ start: StartPosition) throws(LogError) -> Int64? {
        switch start {
        // Partitions that gather must know it now. The others ask later: after a broker was wiped, a fetch from the old place can still
        // end in an error.
        case .beginning: return assignments.gathers ? try? cluster.watermarks(partition, timeout: .seconds(1)).lowerBound : nil
        case .offset(let offset): return offset
        // Asked now, not when the fetcher gets to it: a record appended after this call must be read.
        case .end: return try cluster.watermarks(partition).upperBound
        }
    }

    /// What cannot be sent at once (another commit is under way, or the interval is not over) is sent by the following
    /// reads, or by `close`.
    public func commit(before offset: Int64) {
        guard let committer else { return }
        committer.set([partition: offset])
        _ = committer.work()
    }

    public func wake() {
        let queue = state.withLock { state in
            state.isWoken = true
            return state.queue
        }
        queue?.wake()
    }

    /// Whether somebody woke the read in hand; asked once.
    private func wasWoken() -> Bool {
        state.withLock { state in
            defer { state.isWoken = false }
            return state.isWoken
        }
    }

    public func onNews(_ action: @escaping @Sendable () -> Void) {
        let news = NewsSignal(action)
        state.withLock { state in
            guard let queue = state.queue else { return }
            news.connect(queue)
            // The one before is let go after the queue knows the new one.
            state.news = news
        }
    }

    public func close() {
        let queue = state.withLock { state in
            defer { (state.queue, state.news) = (nil, nil) }
            if let queue = state.queue, state.news != nil { NewsSignal.disconnect(queue) }
            return state.queue
        }
        guard let queue else { return }
        committer?.finish(within: .seconds(1))
        // The client may be closing already; then the assignment is gone anyway.
        try? unassign(queue.client)
        queue.wake()
    }

    deinit { close() }
}
