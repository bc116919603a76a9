import Contracts
import Kernel
import Logging
import Messaging
import PaymentsKit
import ServiceKit
import Synchronization

/// Makes the calls that handlers have queued, and reports their answers to the log.
///
/// It needs no journal: every call has an idempotency key or changes nothing, so it repeats a call whose answer was lost.
/// It makes no call before the file has seen every answer that the log held at the start, so a rebuilt shard repeats nothing.
package final class ProviderCaller<List: PaymentProviderList>: SideEffectWorker {
    private let context: SideEffectContext
    private let queue: ProviderCallQueue
    private let watch: QueueWatch
    private let waiter = Waiter()
    private let state = Mutex(State())

    private struct ConnectionKey: Hashable { let tenant: TenantID; let provider: String }
    private struct TenantState {
        let revision: Int64
        let clockOffset: Duration
        let definition: TenantDefinition
    }
    private struct State {
        var tenants: [TenantID: TenantState] = [:]
        var connections: [ConnectionKey: any ProviderConnection] = [:]
        /// What the log of the process already says of connections that cannot be made, and when it was tried last.
        var broken: [ConnectionKey: (problem: String, at: ContinuousClock.Instant)] = [:]
        var underWay: [TenantID: Set<ProviderTry>] = [:]
        /// The queue had calls when it was read last.
        var hasWaiting = true
        /// Reported to the log and not seen in the file yet.
        var reported: [ProviderTry: (answer: ProviderAnswered, at: ContinuousClock.Instant)] = [:]
    }

    package static var lookEvery: Duration { .milliseconds(50) }
    /// An answer the file has not seen after this is reported again.
    package static var reportAgainAfter: Duration { .seconds(10) }
    /// Calls under way for one tenant, so that a provider that hangs delays only its own tenants.
    static var callsPerTenantMax: Int { 16 }
    /// Providers keep idempotency keys for a day at least.
    static var oldAfter: Duration { .hours(20) }
    /// A secret that comes later is found after this.
    static var repairEvery: Duration { .seconds(1) }

    package init(_ context: SideEffectContext) throws {
        self.context = context
        queue = ProviderCallQueue(context.reader)
        watch = try QueueWatch(path: context.reader.path)
    }

    package func run() {
        context.repeatStep("calls to payment providers", waiter: waiter, every: Self.lookEvery,
                           isUnderWay: { hasCallsUnderWay }, step: step)
    }

    private var hasCallsUnderWay: Bool { state.withLock { $0.underWay.values.contains { !$0.isEmpty } } }

    private func step() throws {
        let isBusy = state.withLock { state in
            state.hasWaiting || !state.reported.isEmpty || state.underWay.values.contains { !$0.isEmpty }
        }
        guard try watch.mustRead(isBusy: isBusy) else { return }
        try settleReported()
        let waiting = try queue.waiting()
        state.withLock { $0.hasWaiting = !waiting.isEmpty }
        for tenant in waiting {
            try readTenant(tenant)
            try start(tenant)
        }
    }

    private func readTenant(_ tenant: TenantID) throws {
        guard let row = try queue.tenant(tenant) else { return }
        state.withLock { state in
            // New settings or secrets: connections are made anew.
            if state.tenants[tenant]?.revision != row.revision { state.connections = state.connections.filter { $0.key.tenant != tenant } }
            state.tenants[tenant] = TenantState(revision: row.revision, clockOffset: row.clockOffset, definition: row.definition)
        }
    }

    private func start(_ tenant: TenantID) throws {
        let (known, busy) = state.withLock { state in
            (state.tenants[tenant], state.underWay[tenant, default: []].union(state.reported.keys.filter { $0.tenant == tenant }))
        }
        guard let known else { return }
        var room = Self.callsPerTenantMax - state.withLock { $0.underWay[tenant, default: []].count }
        let now = context.clock() + known.clockOffset
        for attempt in try queue.next(of: tenant, limit: room + busy.count) where room > 0 && !busy.contains(attempt) {
            guard let (name, request) = try queue.request(attempt, old: now - Self.oldAfter),
                let connection = connection(name, known.definition) else { continue }
            room -= 1
            _ = state.withLock { $0.underWay[tenant, default: []].insert(attempt) }
            Task { await self.call(connection, of: name, request, attempt) }
        }
    }

    /// Nil: it cannot be made now. The call waits in the queue until the settings or the secret are there.
    private func connection(_ name: String, _ definition: TenantDefinition) -> (any ProviderConnection)? {
        let key = ConnectionKey(tenant: definition.tenant, provider: name)
        let (made, broken) = state.withLock { ($0.connections[key], $0.broken[key]) }
        if let made { return made }
        if let broken, ContinuousClock.now - broken.at < Self.repairEvery { return nil }
        guard let remote = List.providers.remote.first(where: { $0.name == name }) else { return nil }
        do {
            let fresh = try remote.connection(of: definition, context.tenantSecrets)
            state.withLock { ($0.connections[key], $0.broken[key]) = (fresh, nil) }
            return fresh
        } catch {
            state.withLock { $0.broken[key] = ("\(error)", .now) }
            if broken?.problem != "\(error)" {
                context.logger.error("a payment provider cannot be called", metadata: [
                    "tenant": "\(definition.tenant)", "provider": "\(name)", "error": "\(error)",
                ])
            }
            return nil
        }
    }

    private func call(_ connection: any ProviderConnection, of provider: String, _ request: ProviderRequest, _ attempt: ProviderTry) async {
        let place = context.crashes?.place()
        let crashKey = CrashLedger.Key(.delivery, Array(attempt.tenant.rawValue.utf8), Array(attempt.callId.utf8))
        // A call that crashed too many processes waits for a person.
        let isRefused = context.crashes?.isRefused(crashKey) == true
        place?.hold(crashKey)
        let outcome = isRefused ? .unavailable(code: "crashed", retryAfter: .hours(1)) : await connection.perform(request)
        if let crashes = context.crashes {
            if let place { crashes.give(back: place) }
            if !isRefused { crashes.forget(crashKey) }
        }
        if case .unavailable = outcome {
            // The key may have been renewed: the next try reads the secret again.
            _ = state.withLock { $0.connections.removeValue(forKey: ConnectionKey(tenant: attempt.tenant, provider: provider)) }
        }
        report(answer(outcome, attempt), attempt)
        _ = state.withLock { $0.underWay[attempt.tenant]?.remove(attempt) }
        waiter.wake()
    }

    private func answer(_ outcome: ProviderOutcome, _ attempt: ProviderTry) -> ProviderAnswered {
        switch outcome {
        case .payment(let report, let url):
            // Without a seal the address is left out: the customer's app can still ask the provider.
            let sealed = url.flatMap { try? context.seal($0) }
            return ProviderAnswered(callId: attempt.callId, tries: attempt.tries, payment: report, actionURL: sealed)
        case .refund(let report): return ProviderAnswered(callId: attempt.callId, tries: attempt.tries, refund: report)
        case .unavailable(let code, let after):
            let seconds = after.map { Int($0.wholeSeconds) }
            return ProviderAnswered(callId: attempt.callId, tries: attempt.tries, code: code, retryAfterSeconds: seconds)
        case .refused(let code): return ProviderAnswered(callId: attempt.callId, tries: attempt.tries, code: code, isRefused: true)
        }
    }

    private func report(_ answer: ProviderAnswered, _ attempt: ProviderTry) {
        let offset = state.withLock { state -> Duration in
            state.reported[attempt] = (answer, .now)
            return state.tenants[attempt.tenant]?.clockOffset ?? .zero
        }
        do {
            let id = DeterministicID.make("provider-answered", attempt.tenant.rawValue, attempt.callId, String(attempt.tries))
            try context.report(answer, id: id, tenant: attempt.tenant, now: context.clock() + offset)
        } catch {
            // It stays in `reported` and is reported again.
            context.logger.warning("an answer cannot be reported yet", metadata: ["call": "\(attempt.callId)", "error": "\(error)"])
        }
    }

    /// Forgets answers the file has seen; the broker may have lost the others.
    private func settleReported() throws {
        let reported = state.withLock { $0.reported }
        guard !reported.isEmpty else { return }
        let open = try queue.open(Array(reported.keys))
        let now = ContinuousClock.now
        state.withLock { state in for attempt in reported.keys where !open.contains(attempt) { state.reported[attempt] = nil } }
        for attempt in open { if let entry = reported[attempt], now - entry.at > Self.reportAgainAfter { report(entry.answer, attempt) } }
    }
}
