import Contracts
import Kernel
import Logging
import Synchronization

/// Whether a loop that runs beside the writers gets on: health checks read it.
public final class LoopHealth: Sendable {
    /// A loop that fails time and again is never well in between: it counts as failing until it has worked this long
    /// after its last failure.
    private static let probation: Duration = .seconds(2)
    private let name: String
    private let failure = Mutex<(reason: String, at: ContinuousClock.Instant)?>(nil)

    public init(_ name: String) { self.name = name }

    /// Why the loop does not get on; nil: it does.
    public var reason: String? { failure.withLock { $0.map { "\(name): \($0.reason)" } } }

    func failed(_ error: some Error) { failure.withLock { $0 = ("\(error)", .now) } }
    /// To be called at every turn that went well, the idle ones too.
    func works() {
        failure.withLock { if let at = $0?.at, .now - at >= Self.probation { $0 = nil } }
    }
}

/// Reads one partition as long as the process runs: again after an error, anew on another cluster, and from where its
/// start says when retention has passed it by.
struct PartitionLoop {
    let reader: any LogReader
    let partition: TopicPartition
    /// Returns where to start on a cluster.
    let start: (_ clusterID: String) throws -> StartPosition
    /// Where to go on when the position is no longer in the log.
    let restart: StartPosition
    let recordsMax: Int
    let watch: ClusterWatch
    let health: LoopHealth
    let logger: Logger
    let stop: StopSignal
    /// Records, another cluster and the end wake the loop at once.
    private static let idleWait: Duration = .seconds(5)
    /// How late it is noticed that a loop that failed gets on again.
    private static let probationWait: Duration = .seconds(1)

    /// Blocks until the stop signal. `take` gets every batch with the reader and the cluster it came from; false: it
    /// did not take all of the batch, and a new reader starts where `start` says.
    func run(_ take: ([IncomingRecord], any PartitionReader, _ clusterID: String) -> Bool) {
        let waiting = WaitingLog(logger)
        while !stop.isRaised {
            let followed = watch.clusterID
            guard !followed.isEmpty else {
                _ = Waiter().wait(.milliseconds(50))
                continue
            }
            do {
                try follow(followed, waiting, take)
            } catch {
                if stop.isRaised { return }
                health.failed(error)
                waiting.note("a partition cannot be read; trying again", reason: "\(error)", metadata: ["topic": "\(partition.topic)"])
                _ = Waiter().wait(.milliseconds(200))
            }
        }
    }

    private func follow(_ cluster: String, _ waiting: WaitingLog, _ take: ([IncomingRecord], any PartitionReader, String) -> Bool) throws {
        let partitionReader = try reader.open(partition, from: start(cluster))
        defer { partitionReader.close() }
        let woken = stop.onRaise { partitionReader.wake() }
        defer { stop.cancel(woken) }
        let turned = watch.onTurn { partitionReader.wake() }
        defer { watch.cancel(turned) }
        while !stop.isRaised, watch.clusterID == cluster {
            do throws(LogError) {
                let wait = health.reason == nil ? Self.idleWait : Self.probationWait
                let records = try partitionReader.read(max: recordsMax, wait: wait)
                // The reader has passed records that must not be applied now; a new reader starts where `start` says.
                guard records.isEmpty || watch.heldBack == nil else { return }
                guard records.isEmpty || take(records, partitionReader, cluster) else { return }
                health.works()
                if health.reason == nil { waiting.over("the partition is read") }
            } catch {
                guard error.kind == .offsetOutOfRange else { throw error }
                try partitionReader.seek(to: restart)
            }
        }
    }
}
