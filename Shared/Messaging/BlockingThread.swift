import Foundation
import Synchronization

/// A thread of its own for work that blocks (librdkafka, SQLite, scrypt): such work on Swift's cooperative pool would starve everything else.
public final class BlockingThread: Sendable {
    private let finished = DispatchGroup()

    /// - Parameter niceness: 0 as the process; up to 19 yields the processor to threads that answer people.
    public init(name: String, stackBytes: Int = 1 << 20, niceness: Int32 = 0, _ body: @escaping @Sendable () -> Void) {
        finished.enter()
        let group = finished
        let thread = Thread {
            // On Linux "process 0" is the calling thread.
            if niceness > 0 { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness) }
            body()
            group.leave()
        }
        thread.name = name
        thread.stackSize = stackBytes
        thread.start()
    }
    /// Blocks until the body has returned.
    public func join() { finished.wait() }
}

/// A flag that asks loops to end.
public final class StopSignal: Sendable {
    private let raised = Atomic<Bool>(false)
    private let actions = Mutex<[@Sendable () -> Void]>([])
    public init() {}
    public var isRaised: Bool { raised.load(ordering: .acquiring) }
    /// Runs when the signal is raised (at once if it is already): wakes a blocked reader.
    public func onRaise(_ action: @escaping @Sendable () -> Void) {
        let now = actions.withLock { list -> Bool in
            if isRaised { return true }
            list.append(action)
            return false
        }
        if now { action() }
    }
    public func raise() {
        let list = actions.withLock { list -> [@Sendable () -> Void] in
            raised.store(true, ordering: .releasing)
            defer { list = [] }
            return list
        }
        for action in list { action() }
    }
}
