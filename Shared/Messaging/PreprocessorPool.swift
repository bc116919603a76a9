import Synchronization

/// Prepares records in parallel on a limited number of threads. An idle thread ends; the next record starts a new one.
final class PreprocessorPool: Sendable {
    private struct State {
        var waiting: [IncomingRecord] = []
        var running = 0
        var threads: [BlockingThread] = []
    }
    private let state = Mutex(State())
    private let size: Int
    private let prepare: @Sendable (IncomingRecord) -> Void
    /// Hashing takes long, so these threads yield to all others.
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

    /// No record is waiting or in progress.
    var isIdle: Bool { state.withLock { $0.running == 0 } }
    /// Another record would start soon.
    var hasRoom: Bool { state.withLock { $0.waiting.count < size } }

    /// Blocks until all records are prepared.
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
