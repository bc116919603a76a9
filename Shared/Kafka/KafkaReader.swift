import CRdKafka
import Messaging
import Synchronization

/// Partitions that are assigned by hand, each with a queue of its own, through the client that all readers share.
public final class KafkaReader: LogReader {
    private struct State {
        var isOpen = true
        var partitions: [KafkaPartitionReader] = []
        /// Held until the reader is closed: who opens partitions time and again must not make a client for each.
        var consumers: [SharedConsumer] = []
        /// Since somebody first waited for all partitions.
        var tellsNews = false
    }
    private let news = Waiter()
    private let state = Mutex(State())
    private let cluster: KafkaCluster
    private let group: String?

    init(group: String?, cluster: KafkaCluster) { (self.group, self.cluster) = (group, cluster) }

    /// Blocks while it asks the broker for `.end`.
    public func open(_ partition: TopicPartition, from start: StartPosition) throws(LogError) -> any PartitionReader {
        guard state.withLock({ $0.isOpen }) else { throw ErrorCode.closed }
        let claim = try cluster.claim([partition])
        let reader = try KafkaPartitionReader(partition, claim, cluster: cluster, group: group)
        try reader.seek(to: start)
        state.withLock { state in
            if !state.consumers.contains(where: { $0 === claim.consumer }) { state.consumers.append(claim.consumer) }
            state.partitions.removeAll { $0.isClosed }
            state.partitions.append(reader)
            if state.tellsNews { tellNews(of: reader) }
        }
        return reader
    }

    public func waitForNews(_ wait: Duration) {
        let isNew = state.withLock { state in
            defer { state.tellsNews = true }
            guard !state.tellsNews else { return false }
            for partition in state.partitions { tellNews(of: partition) }
            return true
        }
        // What came before was not told. What was told several times is looked at once.
        if !isNew, news.wait(wait) { while news.wait(.zero) {} }
    }

    private func tellNews(of partition: KafkaPartitionReader) { partition.onNews { [news] in news.wake() } }

    public func wake() { news.wake() }

    /// Blocked reads return. Blocks while the last commits go out, a second at most for each partition.
    public func close() {
        let before = state.withLock { state in
            defer { state = State(isOpen: false) }
            return state
        }
        for partition in before.partitions { partition.close() }
        news.wake()
    }

    deinit { close() }
}

extension KafkaSettings {
    /// What every consumer has in common.
    func applyConsumer(_ configuration: borrowing ConfigurationHandle, group: String) throws(LogError) {
        try configuration.set([
            "group.id": topicPrefix + group,
            "enable.auto.commit": "false",
            "enable.auto.offset.store": "false",
            // A position that is not in the log is an error we are told of, never a silent jump.
            "auto.offset.reset": "error",
            "enable.partition.eof": "false",
            "fetch.wait.max.ms": String(fetchWaitMilliseconds),
            "fetch.min.bytes": "1",
            "fetch.error.backoff.ms": "50",
            "queued.min.messages": String(prefetchMinRecords),
            "queued.max.messages.kbytes": String(prefetchMaxKilobytes),
            // A larger record still comes, alone in its fetch (KIP-74); only `receive.message.max.bytes` is a wall, at 100 MB.
            "fetch.message.max.bytes": "1048576",
            "fetch.max.bytes": "16777216",
            "receive.message.max.bytes": "100000000",
        ])
    }
}
