import CRdKafka
import Messaging
import Synchronization

/// A consumer client that the readers of a process share: one connection, one fetch under way for everything they read, and one
/// set of threads. A partition can be assigned to a client once, so who reads a partition that another reader has gets another client.
final class SharedConsumer: Sendable {
    let client: ClientHandle
    private let taken = Mutex<Set<TopicPartition>>([])
    private let lastServed = Mutex(ContinuousClock.now)

    init(_ settings: KafkaSettings, cluster: KafkaCluster) throws(LogError) {
        client = try ClientHandle(RD_KAFKA_CONSUMER, name: "reader", settings: settings,
                                  logger: cluster.logger) { configuration throws(LogError) in
            // The library wants a group. Nothing is committed to this one: see `OffsetCommitter`.
            try settings.applyConsumer(configuration, group: "\(settings.clientIDPrefix).reader.none")
        }
        rd_kafka_poll_set_consumer(client.pointer)
    }

    /// Partitions of a client while somebody may still take records from their queues.
    final class Claim: Sendable {
        let consumer: SharedConsumer
        private let partitions: Set<TopicPartition>
        fileprivate init(_ consumer: SharedConsumer, _ partitions: Set<TopicPartition>) {
            (self.consumer, self.partitions) = (consumer, partitions)
        }
        deinit { consumer.taken.withLock { $0.subtract(partitions) } }
    }

    /// Nil: another reader has one of them.
    func claim(_ partitions: Set<TopicPartition>) -> Claim? {
        let isFree = taken.withLock { taken in
            guard taken.isDisjoint(with: partitions) else { return false }
            taken.formUnion(partitions)
            return true
        }
        return isFree ? Claim(self, partitions) : nil
    }

    /// Errors and statistics of the client as a whole wait in its main queue; once a second some reader takes them.
    func serve() {
        let isDue = lastServed.withLock { last in
            guard .now - last > .seconds(1) else { return false }
            last = .now
            return true
        }
        guard isDue else { return }
        while let message = rd_kafka_consumer_poll(client.pointer, 0) { rd_kafka_message_destroy(message) }
    }
}

/// The consumer clients of a cluster, as long as somebody reads through them.
final class SharedConsumers: Sendable {
    private struct Entry { weak var consumer: SharedConsumer? }
    private let list = Mutex<[Entry]>([])

    func claim(_ partitions: Set<TopicPartition>, for cluster: KafkaCluster) throws(LogError) -> SharedConsumer.Claim {
        let result: Result<SharedConsumer.Claim, LogError> = list.withLock { list in
            for entry in list { if let claim = entry.consumer?.claim(partitions) { return .success(claim) } }
            return Result { () throws(LogError) in
                let consumer = try SharedConsumer(cluster.settings, cluster: cluster)
                list.removeAll { $0.consumer == nil }
                list.append(Entry(consumer: consumer))
                guard let claim = consumer.claim(partitions) else { throw ErrorCode.closed }
                return claim
            }
        }
        return try result.get()
    }
}
