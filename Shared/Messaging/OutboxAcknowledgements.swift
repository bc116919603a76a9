import Synchronization

extension OutboxRelay {
    /// What is in flight, in order, and up to which row everything is acknowledged.
    final class Acknowledgements: Sendable {
        struct Entry {
            /// Nil: taken back. Some of its records may have gone out; they go out again with the next try.
            var position: Int64?
            /// Records of the row that are not acknowledged: one for its topic, and one for each log it goes to directly.
            var waiting: Int
        }
        struct State {
            /// In the order in which they went out; the head is the oldest not acknowledged.
            var order: [Entry] = []
            var head = 0
            /// The number of the first entry of `order`. A number is given once in a run.
            var first = 0
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

            var inFlight: Int { order.count - head }

            /// - Returns: the number under which its records are acknowledged.
            mutating func append(_ position: Int64, records: Int = 1) -> Int {
                order.append(Entry(position: position, waiting: records))
                return first + order.count - 1
            }

            /// Takes a row back that the producer did not take whole.
            mutating func takeBack(_ number: Int) {
                let index = number - first
                guard order.indices.contains(index) else { return }
                order[index] = Entry(position: nil, waiting: 0)
                advance()
            }

            mutating func advance() {
                while head < order.count, order[head].waiting == 0 {
                    if let position = order[head].position { watermark = position }
                    head += 1
                }
                if head > 1024, head * 2 > order.count {
                    order.removeFirst(head)
                    (first, head) = (first + head, 0)
                }
            }
        }
        let state = Mutex(State())

        func settled(_ number: Int, run: Int, _ error: LogError? = nil) {
            state.withLock { state in
                guard state.run == run else { return }
                let index = number - state.first
                guard state.order.indices.contains(index), state.order[index].waiting > 0 else { return }
                if let error {
                    state.failed = true
                    guard error.kind == .recordTooLarge else {
                        if error.kind != .abandoned { state.isTorn = true }
                        return
                    }
                    let position = state.order[index].position ?? 0
                    if state.inFlight == 1 { state.tooLarge = position } else { state.aloneUntil = max(state.aloneUntil, position) }
                    return
                }
                state.order[index].waiting -= 1
                state.advance()
            }
        }
    }
}
