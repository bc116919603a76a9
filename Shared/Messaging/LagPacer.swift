import Contracts
import Kernel
import Logging
import Synchronization

/// Paces producers by how far the readers of a topic are, for a broker that keeps only about 5 MB per partition.
///
/// Every 100 ms it compares the end of each topic this process writes to with the offsets its reader groups have committed, and hands out
/// a budget of bytes until the next look. Records of a topic nobody reads, and of topics never seen before, are not held back.
public final class LagPacer: RelayPacer {
    /// What readers may be behind in one partition, summed over all writers: less than half of what the broker keeps.
    static let lagBytesMax = 2_000_000
    /// Several processes write to one topic and each looks only ten times a second: each takes a part of what is free.
    static let shareOfFree = 4

    private let service: ServiceName
    private let cluster: any LogCluster
    private let watch: ClusterWatch
    private let logger: Logger
    private struct TopicState {
        var budgetBytes = LagPacer.lagBytesMax / LagPacer.shareOfFree
        var bytes = 0
        var records = 0
    }
    private let topics = Mutex<[String: TopicState]>([:])
    /// Topic → groups that read it.
    private let readers = Mutex<[String: [String]]>([:])

    public init(service: ServiceName, cluster: any LogCluster, watch: ClusterWatch, logger: Logger) {
        (self.service, self.cluster, self.watch, self.logger) = (service, cluster, watch, logger)
        readers.withLock { readers in
            for name in Topics.services { readers[Topics.commands(name)] = [Topics.writerGroup(name)] }
        }
    }

    /// Groups that read a topic besides the ones known from its name (forwarders, from the manifests).
    public func setReaders(_ groups: [String], of topic: String) { readers.withLock { $0[topic] = groups } }

    public func allows(_ record: OutgoingRecord) -> Bool {
        let size = record.sizeBytes
        return topics.withLock { topics in
            var state = topics[record.topic] ?? TopicState()
            defer { topics[record.topic] = state }
            guard state.budgetBytes > 0 else { return false }
            state.budgetBytes -= size
            state.bytes += size
            state.records += 1
            return true
        }
    }

    public func run(until stop: StopSignal) {
        let waiter = Waiter()
        stop.onRaise { waiter.wake() }
        while !stop.isRaised {
            for topic in topics.withLock({ Array($0.keys) }) { look(at: topic) }
            waiter.wait(.milliseconds(100))
        }
    }

    private func look(at topic: String) {
        let groups = readers.withLock { $0[topic] } ?? []
        guard !groups.isEmpty else { return grant(Self.lagBytesMax, to: topic) }
        var worst = 0
        do {
            let count = try cluster.partitionCount(of: topic)
            let partitions = (0..<count).map { TopicPartition(topic, Int32($0)) }
            for group in groups {
                let committed = try cluster.committedOffsets(group: group, partitions)
                // A group that never committed does not exist yet; it will start at the beginning or ask for a republish.
                guard !committed.isEmpty else { continue }
                for partition in partitions {
                    let kept = try cluster.watermarks(partition)
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

    private func grant(_ bytes: Int, to topic: String) { topics.withLock { $0[topic]?.budgetBytes = bytes } }
}
