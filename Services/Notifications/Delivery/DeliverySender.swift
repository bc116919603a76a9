import Contracts
import Kernel
import Logging
import Messaging
import NotificationPolicy
import NotificationsKit
import ServiceKit
import Synchronization

/// Sends messages that the writer has queued, and reports to the log what came of each try.
///
/// At least once, and as seldom as can be more than once: nothing is sent before the file has seen every result the log held at
/// the start, so a rebuilt shard sends nothing again; a result is written beside the shard before it is reported, so a lost one is
/// reported again without sending; and every try has an id, so a result reported twice counts once. Only a crash between a
/// provider's yes and that note leads to a second message, under the same message id.
package final class DeliverySender<List: ChannelList>: SideEffectWorker {
    private let context: SideEffectContext
    private let queue: DeliveryQueue
    private let watch: QueueWatch
    private let providers: DeliveryProviders
    private let reports: DeliveryReports
    private let journal: DeliveryJournal
    private let waiter = Waiter()
    private let state = Mutex(State())
    private let meters: Meters

    private struct State {
        var underWay: Set<DeliveryTry> = []
        /// The queue had messages when it was read last.
        var hasWaiting = true
        /// A message has ended since the last look: one look is enough for all of them.
        var isWoken = false
        /// When messages of removed providers were looked for last, and when the journal was pruned.
        var sweptAt: ContinuousClock.Instant?
        var prunedAt: ContinuousClock.Instant?
    }
    private struct Meters: Sendable {
        let accepted, transient, permanent: Metrics.Counter
        let seconds: Metrics.Histogram
        init(_ metrics: Metrics, partition: Int32) {
            func counter(_ outcome: String) -> Metrics.Counter {
                metrics.counter("souk_delivery_tries_total", "Messages handed to providers, by what came of it.",
                                ("partition", String(partition)), ("outcome", outcome))
            }
            (accepted, transient, permanent) = (counter("accepted"), counter("failed-transient"), counter("failed-permanent"))
            seconds = metrics.histogram("souk_delivery_seconds", "Time of a provider to answer.", ("partition", String(partition)))
        }
        func count(_ outcome: SendOutcome, after duration: Duration) {
            seconds.observe(duration)
            switch outcome {
            case .accepted: accepted.add()
            case .transient: transient.add()
            case .permanent: permanent.add()
            }
        }
    }

    /// How often the sender looks whether there is something to do when nothing else wakes it.
    static var lookEvery: Duration { .milliseconds(50) }
    static var sweepEvery: Duration { .seconds(5) }
    static var sweptMax: Int { 200 }

    package init(_ context: SideEffectContext) throws {
        self.context = context
        queue = DeliveryQueue(context.reader)
        watch = try QueueWatch(path: context.reader.path)
        (providers, reports) = (DeliveryProviders(context, queue, List.channels), DeliveryReports(context, queue))
        journal = try DeliveryJournal(path: context.journalPath)
        meters = Meters(context.metrics, partition: context.partition)
    }

    package func run() {
        // The results of messages under way are in the journal: they are reported at the next start if the log is closed by then.
        context.repeatStep("deliveries", waiter: waiter, every: Self.lookEvery, isUnderWay: { state.withLock { !$0.underWay.isEmpty } },
                           step: step)
        providers.close()
        journal.close()
    }

    private func step() throws {
        let isBusy = state.withLock { state in
            state.isWoken = false
            return state.hasWaiting || !state.underWay.isEmpty
        }
        guard try watch.mustRead(isBusy: isBusy || reports.count > 0) else { return }
        try reports.settle(now: providers.now)
        // Look only at tenants with queued messages: a shard has thousands of tenants, most of them idle.
        let waiting = try queue.waiting().map { LaneKey(tenant: $0.tenant, channel: $0.channel) }
        state.withLock { $0.hasWaiting = !waiting.isEmpty }
        for tenant in Set(waiting.map(\.tenant)) { try providers.read(tenant) }
        providers.repair(waiting)
        try sweep(waiting)
        for key in waiting { try fill(key) }
        try prune()
    }

    /// Runs periodically: ends messages queued for a removed provider, and closes connections of idle tenants.
    private func sweep(_ waiting: [LaneKey]) throws {
        guard isDue(\.sweptAt, every: Self.sweepEvery) else { return }
        providers.closeIdle(except: state.withLock { Set($0.underWay.map(\.tenant)) }.union(reports.tenants))
        for key in waiting {
            guard let definition = providers.definition(of: key.tenant),
                !ChannelSettings.hasProvider(key.channel, in: definition) else { continue }
            let stranded = try queue.next(of: key.tenant, key.channel, criticalOnly: false, limit: Self.sweptMax)
            _ = try start(stranded.map(\.attempt), key, limit: Self.sweptMax)
        }
    }
    private func prune() throws {
        if isDue(\.prunedAt, every: .hours(1)) { try journal.prune(before: context.clock() - DeliveryJournal.keptFor) }
    }
    private func isDue(_ time: WritableKeyPath<State, ContinuousClock.Instant?> & Sendable, every interval: Duration) -> Bool {
        let now = ContinuousClock.now
        return state.withLock { state in
            guard state[keyPath: time].map({ now - $0 > interval }) ?? true else { return false }
            state[keyPath: time] = now
            return true
        }
    }

    // MARK: - Sending

    private func fill(_ key: LaneKey) throws {
        let room = providers.room(of: key)
        guard providers.definition(of: key.tenant) != nil, room.critical > 0, reports.count < DeliveryReports.openMax else { return }
        let busy = state.withLock { $0.underWay.count } + reports.count
        // Rows under way are still in the queue: as many more are read.
        let criticals = try queue.next(of: key.tenant, key.channel, criticalOnly: true, limit: room.critical + busy).map(\.attempt)
        let startedCritical = try start(criticals, key, limit: room.critical)
        let left = min(room.others, room.critical - startedCritical)
        guard left > 0 else { return }
        let all = try queue.next(of: key.tenant, key.channel, criticalOnly: false, limit: left + busy + criticals.count)
        _ = try start(all.filter { !$0.isCritical }.map(\.attempt), key, limit: left)
    }

    /// Starts as many as there is room for. Answers how many.
    private func start(_ attempts: [DeliveryTry], _ key: LaneKey, limit: Int) throws -> Int {
        var started = 0
        let now = providers.now(of: key.tenant)
        for attempt in attempts where started < limit {
            let isNew = state.withLock { !$0.underWay.contains(attempt) } && !reports.contains(attempt)
            guard isNew, let outbound = try queue.outbound(attempt, now: now) else { continue }
            let provider = providers.provider(of: key)
            let missing = provider == nil ? Self.withoutProvider(outbound) : nil
            if let done = try journal.result(of: attempt) ?? overdue(outbound) ?? refused(outbound) ?? missing {
                reports.report(done, attempt, now: providers.now(of: attempt.tenant))
                continue
            }
            guard let provider else { continue }
            // After a crash send one message at a time, so that the next crash shows which one caused it.
            if let crashes = context.crashes, !crashes.suspects(.delivery).isEmpty, state.withLock({ !$0.underWay.isEmpty }) { break }
            started += 1
            _ = state.withLock { $0.underWay.insert(attempt) }
            providers.started(key, isCritical: outbound.isCritical)
            Task { await self.send(outbound, attempt, key, provider) }
        }
        return started
    }

    private func send(_ outbound: OutboundMessage, _ attempt: DeliveryTry, _ key: LaneKey, _ provider: any ChannelProvider) async {
        let started = ContinuousClock.now
        let place = context.crashes?.place()
        place?.hold(Self.crashKey(outbound))
        Failpoint.trap(on: "notifications.delivery.v1", Array(outbound.deliveryId.utf8))
        let outcome = await provider.send(outbound)
        if let crashes = context.crashes {
            if let place { crashes.give(back: place) }
            crashes.forget(Self.crashKey(outbound))
        }
        meters.count(outcome, after: .now - started)
        let result = DeliveryResult(outbound, outcome)
        do { try journal.write(result, of: attempt, at: context.clock()) } catch {
            context.logger.error("a delivery cannot be noted", metadata: ["delivery": "\(outbound.deliveryId)", "error": "\(error)"])
        }
        // Reported before it is no longer under way: in between, the next look would start it again.
        reports.report(result, attempt, now: providers.now(of: attempt.tenant))
        providers.ended(key, isCritical: outbound.isCritical, outcome)
        let wakes = state.withLock { state -> Bool in
            state.underWay.remove(attempt)
            defer { state.isWoken = true }
            return !state.isWoken
        }
        if wakes { waiter.wake() }
    }

    private func overdue(_ outbound: OutboundMessage) -> DeliveryResult? {
        guard let expires = outbound.expires, outbound.now > expires else { return nil }
        return DeliveryResult(outbound, .permanent(code: "expired"))
    }
    private static func crashKey(_ outbound: OutboundMessage) -> CrashLedger.Key {
        .init(.delivery, Array(outbound.tenant.rawValue.utf8), Array(outbound.deliveryId.utf8))
    }
    /// The delivery crashed too many processes.
    private func refused(_ outbound: OutboundMessage) -> DeliveryResult? {
        guard context.crashes?.isRefused(Self.crashKey(outbound)) == true else { return nil }
        return DeliveryResult(outbound, .permanent(code: "crashed"))
    }
    private static func withoutProvider(_ outbound: OutboundMessage) -> DeliveryResult {
        DeliveryResult(outbound, .transient(code: "no-provider"))
    }
}
