import Synchronization

extension OutboxRelay {
    /// Positions in flight, in order, and what is acknowledged without a gap.
    final class Acknowledgements: Sendable {
        struct State {
            /// Positions taken, in order, with a mark for "acknowledged"; the head is the oldest not acknowledged.
            var order: [(position: Int64, done: Bool)] = []
            var head = 0
            var watermark: Int64 = 0
            var failed = false
            /// The producer abandoned a row while later rows may still arrive.
            var isTorn = false
            /// The relay ignores acknowledgements of an earlier run (before a rewind).
            var run = 0
            /// The relay sends rows up to here one at a time: brokers refuse a whole batch for its size, and only a
            /// single row shows that it is the one that is too large.
            var aloneUntil: Int64 = 0
            /// The row that the log does not take.
            var tooLarge: Int64?
        }
        let state = Mutex(State())

        func settled(_ position: Int64, run: Int, _ error: LogError? = nil) {
            state.withLock { state in
                guard state.run == run else { return }
                if let error {
                    state.failed = true
                    guard error.kind == .recordTooLarge else {
                        if error.kind != .abandoned { state.isTorn = true }
                        return
                    }
                    if state.order.count - state.head == 1 {
                        state.tooLarge = position
                    } else {
                        state.aloneUntil = max(state.aloneUntil, position)
                    }
                    return
                }
                // Acknowledgements come almost in order: the wanted one is near the head, or behind the few that linger.
                var i = state.head
                while i < state.order.count, state.order[i].position != position { i += 1 }
                guard i < state.order.count else { return }
                state.order[i].done = true
                while state.head < state.order.count, state.order[state.head].done {
                    state.watermark = state.order[state.head].position
                    state.head += 1
                }
                if state.head > 1024, state.head * 2 > state.order.count {
                    state.order.removeFirst(state.head)
                    state.head = 0
                }
            }
        }
    }
}
