import Contracts
import Kernel
import Logging
import Synchronization

/// Paces producers by how far the readers of a topic are, for a broker that keeps only about 5 MB per partition.
///
/// While this process writes much, it compares ten times a second the end of each such topic with the offsets its reader
/// groups have committed, and hands out a budget of bytes until the next look. Records of a topic nobody reads, and of
/// topics never seen before, are not held back.
public final class LagPacer: RelayPacer {
    /// What readers may be behind in one partition, summed over all writers: less than half of what the broker keeps.
    static let lagBytesMax = 2_000_000
    /// Several processes write to one topic and each looks only ten times a second: each takes a part of what is free.
    static let shareOfFree = 4
    /// Whoever got less than half of this asks again at once.
    private static let grantBytesMin = 100_000

    private let service: ServiceName
    private let cluster: any LogCluster
    private let watch: ClusterWatch
    private let logger: Logger
    private struct TopicState {
        var budgetBytes = LagPacer.lagBytesMax / LagPacer.shareOfFree
        var grantedBytes = LagPacer.lagBytesMax / LagPacer.shareOfFree
        var bytes = 0
        var records = 0
        var isUsed: Bool { budgetBytes < grantedBytes / 2 }
    }
    private let topics = Mutex<[String: TopicState]>([:])
    /// Woken when half of what a topic was granted is gone.
    private let demand = Waiter()
    private static let lookInterval: Duration = .milliseconds(100)
    /// A process that writes nothing sleeps this long.
    private static let idleInterval: Duration = .seconds(5)
    /// Topic → groups that read it.
    private let readers: [String: [String]]
    private let directSubscribers: @Sendable (_ partition: Int32) -> Set<ServiceName>

    /// - Parameter directSubscribers: services that do not read a partition of this one's events, because they get them directly.
    public init(service: ServiceName, cluster: any LogCluster, watch: ClusterWatch, logger: Logger,
                directSubscribers: @escaping @Sendable (_ partition: Int32) -> Set<ServiceName> = { _ in [] }) {
        self.directSubscribers = directSubscribers
        (self.service, self.cluster, self.watch, self.logger) = (service, cluster, watch, logger)
        // Any service may read any other's events; a group without offsets in a topic does not count.
        let forwarders = Topics.services.map(Topics.forwarderGroup)
        var readers: [String: [String]] = [:]
        for name in Topics.services {
            readers[Topics.commands(name)] = [Topics.writerGroup(name)]
            readers[Topics.events(name)] = forwarders
        }
        self.readers = readers
    }

    public func allows(_ record: OutgoingRecord) -> Bool {
        let size = record.sizeBytes
        let (allowed, isHalfGone) = topics.withLock { topics in
            var state = topics[record.topic] ?? TopicState()
            defer { topics[record.topic] = state }
            guard state.budgetBytes > 0 else { return (false, false) }
            let wasUsed = state.isUsed
            state.budgetBytes -= size
            state.bytes += size
            state.records += 1
            return (true, state.isUsed && !wasUsed)
        }
        if isHalfGone { demand.wake() }
        return allowed
    }

    public func run(until stop: StopSignal) {
        let pause = Waiter()
        stop.onRaise { [demand] in
            demand.wake()
            pause.wake()
        }
        while !stop.isRaised {
            // Only where half of what was granted is gone: each look asks the broker some twenty questions.
            let used = topics.withLock { topics in topics.filter(\.value.isUsed).map(\.key) }
            for topic in used { look(at: topic) }
            if used.isEmpty { demand.wait(Self.idleInterval) } else { pause.wait(Self.lookInterval) }
        }
    }

    private func look(at topic: String) {
        let groups = readers[topic] ?? []
        guard !groups.isEmpty else { return grant(Self.lagBytesMax, to: topic) }
        var worst = 0
        do {
            let count = try cluster.partitionCount(of: topic)
            let partitions = (0..<count).map { TopicPartition(topic, Int32($0)) }
            let kept = try partitions.map { try cluster.watermarks($0) }
            for group in groups {
                let committed = try cluster.committedOffsets(group: group, partitions)
                // A group that never committed does not exist yet; it will start at the beginning or ask for a republish.
                guard !committed.isEmpty else { continue }
                for (partition, kept) in zip(partitions, kept) where !isLeft(partition, by: group) {
                    worst = max(worst, Int(kept.upperBound - max(committed[partition] ?? kept.lowerBound, kept.lowerBound)))
                }
            }
        } catch {
            return  // The broker is away: no new budget until it is back.
        }
        let averageBytes = topics.withLock { topics in
            guard let state = topics[topic], state.records > 0 else { return 1000 }
            return max(200, state.bytes / state.records)
        }
        grant(max(0, Self.lagBytesMax - worst * averageBytes) / Self.shareOfFree, to: topic)
    }

    /// A group that has left a partition commits nothing more, however far it grows.
    private func isLeft(_ partition: TopicPartition, by group: String) -> Bool {
        partition.topic == Topics.events(service)
            && directSubscribers(partition.partition).contains { Topics.forwarderGroup($0) == group }
    }

    private func grant(_ bytes: Int, to topic: String) {
        topics.withLock {
            $0[topic]?.budgetBytes = bytes
            // A small grant is looked at again, however little was used of it.
            $0[topic]?.grantedBytes = max(bytes, Self.grantBytesMin)
        }
    }
}
