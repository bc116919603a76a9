import Synchronization

/// Tells who waits for a shard's commits that there was one. It costs a commit next to nothing while nobody waits.
public final class CommitSignal: Sendable {
    /// One who waits; told once for each time it says that it waits.
    public final class Listener: Sendable {
        private let waits = Atomic<Bool>(false)
        private let waiter: Waiter
        fileprivate init(_ waiter: Waiter) { self.waiter = waiter }
        public func listen() { waits.store(true, ordering: .releasing) }
        fileprivate func tell() { if waits.exchange(false, ordering: .acquiringAndReleasing) { waiter.wake() } }
    }
    private let listeners = Mutex<[Listener]>([])

    public init() {}

    public func add(_ waiter: Waiter) -> Listener {
        let listener = Listener(waiter)
        listeners.withLock { $0.append(listener) }
        return listener
    }
    public func remove(_ listener: Listener) { listeners.withLock { $0.removeAll { $0 === listener } } }

    func raise() { for listener in listeners.withLock({ $0 }) { listener.tell() } }
}
