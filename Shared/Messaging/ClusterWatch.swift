import Kernel
import Logging
import Synchronization

/// Knows which cluster answers at our address now. A new id means a new, empty log: shards start over and publish again.
public final class ClusterWatch: Sendable {
    private let cluster: any LogCluster
    private let logger: Logger
    private let state = Mutex<(id: String, reachable: Bool, problem: String?)>(("", false, nil))
    private let waiting: WaitingLog
    private let subscribers = Mutex<[@Sendable (String) -> Void]>([])
    /// Held by whoever tells a change.
    private let turn = Mutex(())

    public init(_ cluster: any LogCluster, logger: Logger) {
        (self.cluster, self.logger, waiting) = (cluster, logger, WaitingLog(logger))
    }

    /// The id seen last; empty before the first answer and while `heldBack` stops the loops.
    public var clusterID: String { heldBack == nil ? seenID : "" }
    private var seenID: String { state.withLock { $0.id } }

    /// Why no loop of the process may follow the cluster; following it would write data that cannot be undone. Nil:
    /// they may. Every loop asks for `clusterID` and therefore stops.
    public var heldBack: String? { hold.withLock { $0 } }
    private let hold = Mutex<String?>(nil)
    public func holdBack(_ reason: String?) {
        let was = hold.withLock { held in
            defer { held = reason }
            return held
        }
        guard was != reason else { return }
        defer { tellTurn() }
        if let reason { logger.error("held back", metadata: ["reason": "\(reason)"]) } else { logger.notice("held back no longer") }
    }
    public var isReachable: Bool { state.withLock { $0.reachable } }
    /// Why the cluster does not answer, with its address; nil: it answers, or the watch has not asked yet.
    public var problem: String? { state.withLock { $0.problem } }

    /// Runs on every change, including the first id, before any loop sees the new id, so that a loop that follows the
    /// new log finds producers that belong to it.
    /// Must not block for long, nor ask this watch to look.
    public func onChange(_ action: @escaping @Sendable (String) -> Void) { subscribers.withLock { $0.append(action) } }

    /// An action that waits for another `clusterID`.
    public struct Registration: Sendable { fileprivate let number: Int }
    private let turns = Mutex<(list: [Int: @Sendable () -> Void], next: Int)>(([:], 0))

    /// Runs each time after `clusterID` may have become another one: a loop that waits for records of the old log is woken, and need
    /// not look around by itself. Must not block.
    public func onTurn(_ action: @escaping @Sendable () -> Void) -> Registration {
        turns.withLock { turns in
            turns.next += 1
            turns.list[turns.next] = action
            return Registration(number: turns.next)
        }
    }
    public func cancel(_ registration: Registration) { _ = turns.withLock { $0.list.removeValue(forKey: registration.number) } }
    private func tellTurn() {
        for (_, action) in turns.withLock({ $0.list }).sorted(by: { $0.key < $1.key }) { action() }
    }

    /// Asks the cluster once. Blocks at most for the timeout.
    public func refresh(timeout: Duration = .seconds(3)) {
        do throws(LogError) {
            let id = try cluster.clusterID(timeout: timeout)
            turn.withLock { _ in
                if seenID != id {
                    logger.info("following cluster", metadata: ["cluster.id": "\(id)"])
                    for action in subscribers.withLock({ $0 }) { action(id) }
                }
                let turned = state.withLock { state in
                    defer { state = (id, true, nil) }
                    return state.id != id
                }
                if turned { tellTurn() }
            }
            waiting.over("cluster answers")
        } catch {
            state.withLock { ($0.reachable, $0.problem) = (false, error.description) }
            waiting.note("cluster does not answer", reason: error.description)
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
