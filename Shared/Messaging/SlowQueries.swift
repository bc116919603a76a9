import Kernel
import Synchronization

/// Questions that take long, beside the loop that answers the quick ones: few readers for all of them, one for a tenant, and tenants take turns.
/// So a tenant that searches much waits for itself.
package final class SlowQueries: Sendable {
    package static let readersMax = 2
    /// More questions of one tenant are refused at once.
    package static let waitingPerTenantMax = 16

    private struct State {
        var waiting: [TenantID: [Envelope]] = [:]
        /// Tenants with something that waits and nothing in hand: first come, first served.
        var turns: [TenantID] = []
        /// What is in hand, for each tenant.
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

    /// - Parameter answer: reads and sends the answer; called on threads of its own.
    package init(answer: @escaping @Sendable (Envelope) -> Void) { self.answer = answer }

    /// The tenant has such a question here already: another one is no quicker.
    package func has(_ type: MessageType, of tenant: TenantID) -> Bool {
        state.withLock { state in
            guard !state.inHand.isEmpty else { return false }
            return state.inHand[tenant]?.type == type || state.waiting[tenant]?.contains { $0.type == type } ?? false
        }
    }

    /// False: too many of this tenant wait.
    package func add(_ envelope: Envelope) -> Bool {
        let (isTaken, starts) = state.withLock { state -> (Bool, Bool) in
            let mine = state.waiting[envelope.tenant] ?? []
            // Asked again, because the answer takes its time.
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
                // Threads that have ended are let go.
                if state.threads.count >= 8 * Self.readersMax { state.threads.removeFirst(4 * Self.readersMax) }
                state.threads.append(thread)
            }
        }
        return isTaken
    }

    /// What waits is dropped; who asked asks again. Blocks until what is in hand is answered.
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
