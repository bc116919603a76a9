import Contracts
import Kernel
import Logging
import Messaging
import Synchronization

/// Reads the platform's topics from their beginnings and follows them, on one thread: manifests, tenants, keys, ended sessions.
/// On another, empty cluster it starts over; what it knows stays until it is told otherwise.
final class PlatformFollower: Sendable {
    static let topics = [Topics.manifests, Topics.tenants, Topics.keys, Topics.events("auth")]

    private let cluster: any LogCluster
    private let platform: PlatformState
    private let logger: Logger
    private let stop: StopSignal
    private let startsOver = Atomic<Bool>(false)

    init(cluster: any LogCluster, platform: PlatformState, logger: Logger, stop: StopSignal) {
        (self.cluster, self.platform, self.logger, self.stop) = (cluster, platform, logger, stop)
    }

    /// At the next look everything is read again.
    func startOver() { startsOver.store(true, ordering: .releasing) }

    /// Blocks until the signal.
    func run() {
        let waiter = Waiter()
        stop.onRaise { waiter.wake() }
        while !stop.isRaised {
            do throws(LogError) { try follow(waiter) } catch {
                logger.warning("cannot follow the platform's topics", metadata: ["error": "\(error)"])
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
                    for partition in 0..<Int32(count) { partitions.append(try reader.open(TopicPartition(topic, partition), from: .beginning)) }
                }
                missing = stillMissing
                nextLook = .now + .milliseconds(50)
            }
            if try takeAll(partitions) { platform.publish() } else { waiter.wait(.milliseconds(40)) }
        }
    }

    private func takeAll(_ partitions: [any PartitionReader]) throws(LogError) -> Bool {
        var gotSome = false
        for partition in partitions {
            do throws(LogError) {
                let records = try partition.read(max: 1000, wait: .zero)
                for record in records { platform.take(record) }
                gotSome = gotSome || !records.isEmpty
            } catch {
                guard error.kind == .offsetOutOfRange else { throw error }
                // Retention or another log: what is left is what there is to know.
                try partition.seek(to: .beginning)
            }
        }
        return gotSome
    }
}
