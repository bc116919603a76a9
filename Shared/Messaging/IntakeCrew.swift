import Synchronization

/// Prepares records side by side, on at most so many threads. A thread ends when nothing waits; the next record starts another.
final class IntakeCrew: Sendable {
    private struct State {
        var waiting: [IncomingRecord] = []
        var running = 0
        var threads: [BlockingThread] = []
    }
    private let state = Mutex(State())
    private let size: Int
    private let prepare: @Sendable (IncomingRecord) -> Void
    /// A hash takes long: the threads yield to everything else.
    private static let niceness: Int32 = 10

    init(size: Int, prepare: @escaping @Sendable (IncomingRecord) -> Void) { (self.size, self.prepare) = (size, prepare) }

    func add(_ records: [IncomingRecord]) {
        let starts = state.withLock { state in
            state.waiting += records
            let starts = min(size - state.running, records.count)
            state.running += starts
            return starts
        }
        for _ in 0..<starts {
            let thread = BlockingThread(name: "intake", niceness: Self.niceness) { self.work() }
            state.withLock { $0.threads.append(thread) }
        }
    }

    /// Nothing waits and nothing is in hand.
    var isIdle: Bool { state.withLock { $0.running == 0 } }
    /// Another record would soon be in hand.
    var hasRoom: Bool { state.withLock { $0.waiting.count < size } }

    /// Gives up what nobody has begun. False: there was nothing.
    func giveUpWaiting() -> Bool {
        state.withLock { state in
            defer { state.waiting.removeAll() }
            return !state.waiting.isEmpty
        }
    }

    /// Blocks until every record was prepared.
    func join() { for thread in state.withLock({ $0.threads }) { thread.join() } }

    private func work() {
        while let record = state.withLock({ state -> IncomingRecord? in
            guard !state.waiting.isEmpty else {
                state.running -= 1
                return nil
            }
            return state.waiting.removeFirst()
        }) { prepare(record) }
    }
}
