import CRdKafka
import Messaging
import Synchronization

/// A reader of several partitions with one queue. A partition whose position was deleted continues at its oldest record.
public final class KafkaFixedReader: LogFixedReader {
    private struct State {
        var isOpen = true
        /// Where each partition's records come in, on their way to the one queue.
        var partitions: [TopicPartition: QueueHandle] = [:]
        var failure: LogError?
    }
    private let state = Mutex(State())
    private let queue: QueueHandle
    private let claim: SharedConsumer.Claim
    private let committer: OffsetCommitter?
    private let resumption: FetchResumption

    init(group: String?, starts: [TopicPartition: StartPosition], cluster: KafkaCluster) throws(LogError) {
        resumption = FetchResumption(cluster.settings)
        claim = try cluster.claim(Set(starts.keys))
        let client = claim.consumer.client
        queue = try QueueHandle(owning: rd_kafka_queue_new(client.pointer), of: client, claim: claim)
        committer = group.map { OffsetCommitter(group: $0, cluster: cluster) }
        var offsets: [TopicPartition: Int64] = [:]
        for (partition, start) in starts {
            offsets[partition] = switch start {
            case .beginning: Int64(RD_KAFKA_OFFSET_BEGINNING)
            case .offset(let offset): offset
            // Resolve it now: the fetcher would resolve it later and miss a record that is appended after this call.
            case .end: try cluster.watermarks(partition).upperBound
            }
        }
        var partitions: [TopicPartition: QueueHandle] = [:]
        for partition in starts.keys { partitions[partition] = try QueueHandle(of: partition, claim) }
        state.withLock { [partitions] in $0.partitions = partitions }
        if !offsets.isEmpty { try begin(offsets) }
    }

    /// An assignment lets a partition's records go to the client's own queue, unless it was told otherwise.
    private func begin(_ offsets: [TopicPartition: Int64]) throws(LogError) {
        let partitions = state.withLock { $0.partitions }
        for partition in offsets.keys { partitions[partition]?.forward(to: queue) }
        try queue.client.assign(offsets)
        for partition in offsets.keys { partitions[partition]?.forward(to: queue) }
    }

    public func read(max: Int, wait: Duration) throws(LogError) -> [IncomingRecord] {
        guard state.withLock({ $0.isOpen }) else { throw ErrorCode.closed }
        if let failure = state.withLock({ $0.failure.take() }) { throw failure }
        claim.consumer.serve()
        var fetched = FetchedRecords()
        // While a commit is waiting or in progress, shorten the wait to handle it.
        queue.drain(max: max, wait: committer?.work().map { min($0, wait) } ?? wait) { fetched.take($0, logTo: queue.client.context) }
        if !fetched.lost.isEmpty { try startOver(fetched.lost) }
        // A lost position is no failure here: what is left is what there is to read.
        let failure = fetched.failure.flatMap { $0.kind == .offsetOutOfRange ? nil : $0 }
        if fetched.records.isEmpty, let failure { throw failure }
        resumption.took(fetched.records, from: queue)
        try state.withLock { state throws(LogError) in
            guard state.isOpen else { throw ErrorCode.closed }
            state.failure = failure
        }
        return fetched.records
    }

    /// The forwarder compares offsets and so notices lost records.
    private func startOver(_ lost: Set<TopicPartition>) throws(LogError) {
        try queue.client.unassign(lost)
        try begin(Dictionary(uniqueKeysWithValues: lost.map { ($0, Int64(RD_KAFKA_OFFSET_BEGINNING)) }))
    }

    /// A commit that must wait (another one is in progress, or the interval is not over) is sent by later reads or by
    /// `close`.
    public func commit(before next: [TopicPartition: Int64]) {
        committer?.set(next)
        _ = committer?.work()
    }

    public func wake() { queue.wake() }

    /// Blocks until the last commit is sent, a second at most.
    public func close() {
        let (wasOpen, partitions) = state.withLock { state in
            defer { (state.isOpen, state.partitions) = (false, [:]) }
            return (state.isOpen, state.partitions)
        }
        guard wasOpen else { return }
        queue.wake()
        // The client may be closing already; then the assignment is gone anyway.
        if !partitions.isEmpty { try? queue.client.unassign(Set(partitions.keys)) }
        for (_, partition) in partitions { partition.forward(to: nil) }
        committer?.finish(within: .seconds(1))
    }

    deinit { close() }
}
