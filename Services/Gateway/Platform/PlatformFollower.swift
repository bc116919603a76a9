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

    /// Topics that are opened together are read without waiting for each other (`makeSettledReader`). After this time those are
    /// opened that are there.
    private static let patience: Duration = .seconds(1)

    private let cluster: any LogCluster
    private let platform: PlatformState
    private let logger: Logger
    private let stop: StopSignal
    private let waiter = Waiter()
    private let startsOver = Atomic<Bool>(false)
    private let knowsEndings = Atomic<Bool>(false)

    private let onPublished: @Sendable () -> Void

    /// - Parameter onPublished: runs after each batch that may have changed what the platform consists of.
    init(cluster: any LogCluster, platform: PlatformState, logger: Logger, stop: StopSignal,
         onPublished: @escaping @Sendable () -> Void = {}) {
        (self.cluster, self.platform, self.logger, self.stop) = (cluster, platform, logger, stop)
        self.onPublished = onPublished
    }

    /// Whether all sessions and roles that ended before the start are known: until then a stolen session could work
    /// again.
    var hasReadEndings: Bool { knowsEndings.load(ordering: .acquiring) }

    /// At the next look everything is read again.
    func startOver() {
        startsOver.store(true, ordering: .releasing)
        waiter.wake()
    }

    /// Blocks until the signal.
    func run() {
        let waiting = WaitingLog(logger)
        stop.onRaise { [waiter] in waiter.wake() }
        while !stop.isRaised {
            do throws(LogError) { try follow() } catch {
                waiting.note("cannot follow the platform's topics", reason: "\(error)")
                waiter.wait(.milliseconds(500))
            }
        }
    }

    private func follow() throws(LogError) {
        let reader = try cluster.makeSettledReader(name: "gateway.platform", group: nil)
        defer { reader.close() }
        startsOver.store(false, ordering: .releasing)
        var partitions: [any PartitionReader] = []
        var missing = Self.topics
        var ends: [TopicPartition: Int64] = [:]
        let opensAllUntil = ContinuousClock.now + Self.patience
        var nextLook = ContinuousClock.now
        while !stop.isRaised, !startsOver.load(ordering: .acquiring) {
            if !missing.isEmpty, ContinuousClock.now >= nextLook {
                // Services make their topics when they start; one that is not there yet is looked for again.
                let counts = (try? cluster.partitionCounts(of: missing)) ?? [:]
                if counts.count == missing.count || ContinuousClock.now >= opensAllUntil {
                    for topic in missing {
                        for partition in 0..<Int32(counts[topic] ?? 0) {
                            let partition = try open(TopicPartition(topic, partition), reader, &ends)
                            partition.onNews { [waiter] in waiter.wake() }
                            partitions.append(partition)
                        }
                    }
                    missing.removeAll { counts[$0] != nil }
                }
                nextLook = .now + .milliseconds(50)
            }
            let gotSome = try takeAll(partitions, &ends)
            if gotSome {
                platform.publish()
                onPublished()
            }
            if ends.isEmpty, !missing.contains(Self.endings) { knowsEndings.store(true, ordering: .releasing) }
            if !gotSome { waiter.wait(missing.isEmpty ? .seconds(1) : .milliseconds(50)) }
        }
    }

    private func open(_ place: TopicPartition, _ reader: any LogReader,
                      _ ends: inout [TopicPartition: Int64]) throws(LogError) -> any PartitionReader {
        guard place.topic == Self.endings else { return try reader.open(place, from: .beginning) }
        let end = try cluster.watermarks(place).upperBound
        let first = try cluster.offset(in: place, notBefore: Timestamp.now() - Self.endingsAge)
        if first < end { ends[place] = end }
        return try reader.open(place, from: .offset(first))
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
