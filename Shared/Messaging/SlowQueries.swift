import Kernel
import Synchronization

/// Runs slow queries apart from the loop of quick ones: few readers in total, one per tenant, and tenants take turns. A
/// tenant that searches much therefore delays only itself.
package final class SlowQueries: Sendable {
    package static let readersMax = 2
    /// Further queries of one tenant are refused at once.
    package static let waitingPerTenantMax = 16

    private struct State {
        var waiting: [TenantID: [Envelope]] = [:]
        /// Tenants with waiting queries and none in progress: first come, first served.
        var turns: [TenantID] = []
        /// The query in progress of each tenant.
        var inHand: [TenantID: Envelope] = [:]
        var running = 0
        var threads: [BlockingThread] = []

        mutating func next() -> Envelope? {
            guard !turns.isEmpty else { return nil }
            let tenant = turns.removeFirst()
            guard var mine = waiting.removeValue(forKey: tenant), !mine.isEmpty else { return nil }
            let envelope = mine.removeFirst()
            if !mine.isEmpty { waiting[tenant] = mine }
            inHand[tenant] = envelope
            return envelope
        }
        mutating func finish(_ tenant: TenantID) {
            inHand[tenant] = nil
            if waiting[tenant] != nil { turns.append(tenant) }
        }
    }
    private let state = Mutex(State())
    private let answer: @Sendable (Envelope) -> Void

    /// - Parameter answer: reads and sends the answer; runs on the threads of this class.
    package init(answer: @escaping @Sendable (Envelope) -> Void) { self.answer = answer }

    /// Whether a query of this type already waits or runs for the tenant: another one would not be quicker.
    package func has(_ type: MessageType, of tenant: TenantID) -> Bool {
        state.withLock { state in
            guard !state.inHand.isEmpty else { return false }
            return state.inHand[tenant]?.type == type || state.waiting[tenant]?.contains { $0.type == type } ?? false
        }
    }

    /// For tests: readers at work.
    package var readers: Int { state.withLock { $0.running } }

    /// False: too many queries of this tenant wait.
    package func add(_ envelope: Envelope) -> Bool {
        let (isTaken, starts) = state.withLock { state -> (Bool, Bool) in
            let mine = state.waiting[envelope.tenant] ?? []
            // A retry, because the answer takes long.
            if mine.contains(where: { $0.id == envelope.id }) || state.inHand[envelope.tenant]?.id == envelope.id { return (true, false) }
            guard mine.count < Self.waitingPerTenantMax else { return (false, false) }
            state.waiting[envelope.tenant] = mine + [envelope]
            if mine.isEmpty, state.inHand[envelope.tenant] == nil { state.turns.append(envelope.tenant) }
            guard state.running < Self.readersMax, !state.turns.isEmpty else { return (true, false) }
            state.running += 1
            return (true, true)
        }
        if starts {
            let thread = BlockingThread(name: "slow-queries") { self.work() }
            state.withLock { state in
                // Keep those that still run, because `end` waits for them.
                state.threads.removeAll { $0.hasEnded }
                state.threads.append(thread)
            }
        }
        return isTaken
    }

    /// Drops waiting queries; their clients ask again. Blocks until the running ones are answered.
    package func end() {
        let threads = state.withLock { state in
            (state.waiting, state.turns) = ([:], [])
            return state.threads
        }
        for thread in threads { thread.join() }
    }

    private func work() {
        while let envelope = state.withLock({ state -> Envelope? in
            if let next = state.next() { return next }
            state.running -= 1
            return nil
        }) {
            answer(envelope)
            state.withLock { $0.finish(envelope.tenant) }
        }
    }
}
