import CRdKafka
import Logging
import Messaging
import Synchronization

/// One consumer client whose partitions are assigned by hand, each with a queue of its own.
public final class KafkaReader: LogReader {
    private struct State {
        var client: ClientHandle?
        var partitions: [KafkaPartitionReader] = []
    }
    private let state: Mutex<State>
    private let cluster: KafkaCluster
    private let assignments: PartitionAssignments
    private let commits: Bool
    /// How long the first partition of a settled reader waits for the others.
    private static let gathersFor: Duration = .milliseconds(50)

    init(name: String, group: String?, isSettled: Bool, cluster: KafkaCluster) throws(LogError) {
        self.cluster = cluster
        commits = group != nil
        let settings = cluster.settings
        let client = try ClientHandle(RD_KAFKA_CONSUMER, name: name, settings: settings,
                                      logger: cluster.logger) { configuration throws(LogError) in
            // The library wants a group even where nothing is ever committed.
            try settings.applyConsumer(configuration, group: group ?? "\(settings.clientIDPrefix).\(name).none",
                                       isSettled: isSettled)
        }
        assignments = PartitionAssignments(gathersFor: isSettled ? Self.gathersFor : .zero)
        rd_kafka_poll_set_consumer(client.pointer)
        state = Mutex(State(client: client))
    }

    /// Blocks while it asks the broker for `.end`.
    public func open(_ partition: TopicPartition, from start: StartPosition) throws(LogError) -> any PartitionReader {
        guard let client = state.withLock({ $0.client }) else { throw ErrorCode.closed }
        let reader = try KafkaPartitionReader(partition, client: client, cluster: cluster, assignments: assignments, commits: commits)
        try reader.seek(to: start)
        state.withLock {
            $0.partitions.removeAll { $0.isClosed }
            $0.partitions.append(reader)
        }
        return reader
    }

    /// Blocked reads return; the client is gone when the last of them has. Blocks while the last commits go out, a
    /// second at most for each partition.
    public func close() {
        let partitions = state.withLock { state in
            defer { state = State() }
            return state.partitions
        }
        for partition in partitions { partition.close() }
    }

    deinit { close() }
}

extension KafkaSettings {
    /// What every consumer has in common.
    func applyConsumer(_ configuration: borrowing ConfigurationHandle, group: String, isSettled: Bool) throws(LogError) {
        try configuration.set([
            "group.id": topicPrefix + group,
            "enable.auto.commit": "false",
            "enable.auto.offset.store": "false",
            // A position that is not in the log is an error we are told of, never a silent jump.
            "auto.offset.reset": "error",
            "enable.partition.eof": "false",
            "fetch.wait.max.ms": String(isSettled ? settledFetchWaitMilliseconds : fetchWaitMilliseconds),
            "fetch.min.bytes": "1",
            "fetch.error.backoff.ms": "50",
            "queued.min.messages": String(prefetchMinRecords),
            "queued.max.messages.kbytes": String(prefetchMaxKilobytes),
            // A larger record still comes, alone in its fetch (KIP-74); only `receive.message.max.bytes` is a wall, at 100 MB.
            "fetch.message.max.bytes": "1048576",
            "fetch.max.bytes": "16777216",
            "receive.message.max.bytes": "100000000",
            // No group is joined, but destroying a client waits this long for the answer to a commit.
            "session.timeout.ms": "10000",
        ])
    }
}
