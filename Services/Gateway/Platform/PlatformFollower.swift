import Contracts
import Kernel
import Logging
import Messaging
import Synchronization

/// Reads and follows the platform's topics on one thread: manifests, tenants and keys from their beginnings, ended
/// sessions and roles from as long ago as a token may live. On another, empty cluster it starts over but keeps what it
/// knows until new records replace it.
final class PlatformFollower: Sendable {
    static let endings = Topics.events("auth")
    static let topics = [Topics.manifests, Topics.tenants, Topics.keys, endings]
    /// Sessions that ended earlier have no valid token any more; one extra hour, because clocks differ.
    static let endingsAge: Duration = TokenVerifier.revocationKept + .hours(1)

    private let cluster: any LogCluster
    private let platform: PlatformState
    private let logger: Logger
    private let stop: StopSignal
    private let startsOver = Atomic<Bool>(false)
    private let knowsEndings = Atomic<Bool>(false)

    init(cluster: any LogCluster, platform: PlatformState, logger: Logger, stop: StopSignal) {
        (self.cluster, self.platform, self.logger, self.stop) = (cluster, platform, logger, stop)
    }

    /// Whether all sessions and roles that ended before the start are known: until then a stolen session could work
    /// again.
    var hasReadEndings: Bool { knowsEndings.load(ordering: .acquiring) }

    /// At the next look everything is read again.
    func startOver() { startsOver.store(true, ordering: .releasing) }

    /// Blocks until the signal.
    func run() {
        let waiter = Waiter()
        let waiting = WaitingLog(logger)
        stop.onRaise { waiter.wake() }
        while !stop.isRaised {
            do throws(LogError) { try follow(waiter) } catch {
                waiting.note("cannot follow the platform's topics", reason: "\(error)")
                waiter.wait(.milliseconds(500))
            }
        }
    }

    private func follow(_ waiter: Waiter) throws(LogError) {
        let reader = try cluster.makeReader(name: "gateway.platform", group: nil)
        defer { reader.close() }
        startsOver.store(false, ordering: .releasing)
        var partitions: [any PartitionReader] = []
        var missing = Self.topics
        var ends: [TopicPartition: Int64] = [:]
        var nextLook = ContinuousClock.now
        while !stop.isRaised, !startsOver.load(ordering: .acquiring) {
            if !missing.isEmpty, ContinuousClock.now >= nextLook {
                // Services make their topics when they start; one that is not there yet is looked for again.
                var stillMissing: [String] = []
                for topic in missing {
                    guard let count = try? cluster.partitionCount(of: topic), count > 0 else {
                        stillMissing.append(topic)
                        continue
                    }
                    for partition in 0..<Int32(count) {
                        let place = TopicPartition(topic, partition)
                        var start = StartPosition.beginning
                        if topic == Self.endings {
                            let end = try cluster.watermarks(place).upperBound
                            let first = try cluster.offset(in: place, notBefore: Timestamp.now() - Self.endingsAge)
                            start = .offset(first)
                            if first < end { ends[place] = end }
                        }
                        let partition = try reader.open(place, from: start)
                        partition.onNews { waiter.wake() }
                        partitions.append(partition)
                    }
                }
                missing = stillMissing
                nextLook = .now + .milliseconds(50)
            }
            let gotSome = try takeAll(partitions, &ends)
            if gotSome { platform.publish() }
            if ends.isEmpty, !missing.contains(Self.endings) { knowsEndings.store(true, ordering: .releasing) }
            if !gotSome { waiter.wait(missing.isEmpty ? .milliseconds(250) : .milliseconds(50)) }
        }
    }

    /// - Parameter ends: the ends up to which partitions must be read; a partition that reaches its end is removed.
    private func takeAll(_ partitions: [any PartitionReader], _ ends: inout [TopicPartition: Int64]) throws(LogError) -> Bool {
        var gotSome = false
        for partition in partitions {
            do throws(LogError) {
                let records = try partition.read(max: 1000, wait: .zero)
                for record in records { platform.take(record) }
                gotSome = gotSome || !records.isEmpty
                if let end = ends[partition.partition], let last = records.last, last.offset + 1 >= end { ends[partition.partition] = nil }
            } catch {
                guard error.kind == .offsetOutOfRange else { throw error }
                // Retention or another log: what is left is what there is to know.
                try partition.seek(to: .beginning)
                if let end = ends[partition.partition], try cluster.watermarks(partition.partition).lowerBound >= end {
                    ends[partition.partition] = nil
                }
            }
        }
        return gotSome
    }
}
