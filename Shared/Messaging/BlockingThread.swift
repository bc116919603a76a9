import Foundation
import Synchronization

/// A thread of its own for work that blocks (librdkafka, SQLite, scrypt): such work on Swift's cooperative pool would
/// starve everything else.
public final class BlockingThread: Sendable {
    private let finished = DispatchGroup()

    /// - Parameter niceness: 0 as the process; up to 19 yields the processor to threads that answer people.
    public init(name: String, stackBytes: Int = 1 << 20, niceness: Int32 = 0, _ body: @escaping @Sendable () -> Void) {
        finished.enter()
        let group = finished
        let thread = Thread {
            Thread.current.name = name  // Only a thread that runs can be named for `top -H` and `perf`.
            // On Linux "process 0" is the calling thread.
            if niceness > 0 { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness) }
            body()
            group.leave()
        }
        thread.stackSize = stackBytes
        thread.start()
    }
    /// The body has returned.
    package var hasEnded: Bool { finished.wait(timeout: .now()) == .success }
    /// Blocks until the body has returned.
    public func join() { finished.wait() }
}

/// A flag that asks loops to end.
public final class StopSignal: Sendable {
    private let raised = Atomic<Bool>(false)
    private let actions = Mutex<(list: [Int: @Sendable () -> Void], next: Int)>(([:], 0))
    public init() {}
    public var isRaised: Bool { raised.load(ordering: .acquiring) }

    /// An action that waits for the signal.
    public struct Registration: Sendable { fileprivate let number: Int }

    /// Runs the action when someone raises the signal, at once if it is already raised; the action wakes a blocked
    /// reader. A caller that opens readers repeatedly must cancel the old registration; otherwise it lives as long as
    /// the process.
    @discardableResult
    public func onRaise(_ action: @escaping @Sendable () -> Void) -> Registration {
        let (now, number) = actions.withLock { actions -> (Bool, Int) in
            if isRaised { return (true, -1) }
            actions.next += 1
            actions.list[actions.next] = action
            return (false, actions.next)
        }
        if now { action() }
        return Registration(number: number)
    }
    public func cancel(_ registration: Registration) { _ = actions.withLock { $0.list.removeValue(forKey: registration.number) } }
    /// How many actions wait for the signal.
    package var registrations: Int { actions.withLock { $0.list.count } }

    public func raise() {
        let list = actions.withLock { actions -> [Int: @Sendable () -> Void] in
            raised.store(true, ordering: .releasing)
            defer { actions.list = [:] }
            return actions.list
        }
        for (_, action) in list.sorted(by: { $0.key < $1.key }) { action() }
    }
}
