import Kernel
import Logging
import Synchronization

/// Knows which cluster answers at our address now. A new id means a new, empty log: shards start over and publish again.
public final class ClusterWatch: Sendable {
    private let cluster: any LogCluster
    private let logger: Logger
    private let state = Mutex<(id: String, reachable: Bool)>(("", false))
    private let subscribers = Mutex<[@Sendable (String) -> Void]>([])
    /// Held by whoever tells a change.
    private let turn = Mutex(())

    public init(_ cluster: any LogCluster, logger: Logger) { (self.cluster, self.logger) = (cluster, logger) }

    /// The id last seen; empty before the first answer.
    public var clusterID: String { state.withLock { $0.id } }
    public var isReachable: Bool { state.withLock { $0.reachable } }

    /// Runs on every change, the first id included, before anybody sees the new id: who follows the new log finds producers that belong to it.
    /// Must not block for long, nor ask this watch to look.
    public func onChange(_ action: @escaping @Sendable (String) -> Void) { subscribers.withLock { $0.append(action) } }

    /// Asks the cluster once. Blocks at most for the timeout.
    public func refresh(timeout: Duration = .seconds(3)) {
        do throws(LogError) {
            let id = try cluster.clusterID(timeout: timeout)
            turn.withLock { _ in
                if clusterID != id {
                    logger.info("following cluster", metadata: ["cluster.id": "\(id)"])
                    for action in subscribers.withLock({ $0 }) { action(id) }
                }
                state.withLock { $0 = (id, true) }
            }
        } catch {
            let was = state.withLock { state -> Bool in
                defer { state.reachable = false }
                return state.reachable
            }
            if was { logger.warning("cluster does not answer", metadata: ["error": "\(error)"]) }
        }
    }

    /// Asks again and again until the signal. Runs on a thread of its own.
    public func run(every interval: Duration, until stop: StopSignal) {
        let waiter = Waiter()
        stop.onRaise { waiter.wake() }
        while !stop.isRaised {
            refresh()
            waiter.wait(isReachable ? interval : .milliseconds(100))
        }
    }
}
