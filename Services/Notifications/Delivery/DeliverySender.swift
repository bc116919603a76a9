import Contracts
import Kernel
import Logging
import Messaging
import NotificationPolicy
import ServiceKit
import Synchronization

/// Takes messages that the writer has queued to their providers, and tells the log what came of each try.
///
/// At least once, and as seldom as can be more than once: nothing is sent before the file has seen every result the log held at the start, so a rebuilt
/// shard sends nothing again; a result is written beside the shard before it is told, so a lost one is told again without sending; and every try has an
/// id, so a result told twice counts once. Only a crash between a provider's yes and that note leads to a second message, under the same message id.
public final class DeliverySender: OutsideWork {
    private let context: OutsideContext
    private let queue: DeliveryQueue
    private let commits: Mutex<CommitWatch>
    private let journal: DeliveryJournal
    private let waiter = Waiter()
    private let state = Mutex(State())
    private let meters: Meters

    private struct LaneKey: Hashable { let tenant: TenantID; let channel: ChannelName }
    private struct Route {
        let provider: any ChannelProvider
        let settings: JSONValue
    }
    private struct TenantState {
        var revision: Int64
        var clockOffset: Duration
        var definition: TenantDefinition
        /// When the queue last had a message of the tenant.
        var usedAt: ContinuousClock.Instant
    }
    private struct State {
        var tenants: [TenantID: TenantState] = [:]
        var routes: [LaneKey: Route] = [:]
        /// Providers whose settings or secrets do not work, with what was said in the log of the process.
        var broken: [LaneKey: String] = [:]
        var lanes: [LaneKey: DeliveryLane] = [:]
        var underWay: Set<DeliveryTry> = []
        /// Told to the log and not seen in the file yet.
        var told: [DeliveryTry: (result: DeliveryResult, at: ContinuousClock.Instant)] = [:]
        var prunedAt: ContinuousClock.Instant?
        /// A message has ended since the last look: one look is enough for all of them.
        var isWoken = false
        /// When the queue was read last, and whether it had messages then.
        var readAt: ContinuousClock.Instant?
        var hasWaiting = true
        /// When what no lane looks at was looked at last.
        var sweptAt: ContinuousClock.Instant?
        var repairedAt: ContinuousClock.Instant?
    }
    private struct Meters: Sendable {
        let accepted, transient, permanent: Metrics.Counter
        let seconds: Metrics.Histogram
        init(_ metrics: Metrics, partition: Int32) {
            func counter(_ outcome: String) -> Metrics.Counter {
                metrics.counter("souk_delivery_tries_total", "Messages handed to providers, by what came of it.", ("partition", String(partition)),
                    ("outcome", outcome))
            }
            (accepted, transient, permanent) = (counter("accepted"), counter("failed-transient"), counter("failed-permanent"))
            seconds = metrics.histogram("souk_delivery_seconds", "Time of a provider to answer.", ("partition", String(partition)))
        }
    }

    /// How often the queue is looked at when nothing else wakes the sender.
    static let lookEvery: Duration = .milliseconds(50)
    /// How often the queue is read although nothing was committed to the file.
    static let readEvery: Duration = .seconds(1)
    /// A result the file has not seen after this is told again.
    static let tellAgainAfter: Duration = .seconds(10)
    /// Results on their way into the file; more wait until it has caught up.
    static let toldMax = 2_000

    public init(_ context: OutsideContext) throws {
        self.context = context
        queue = DeliveryQueue(context.reader)
        commits = Mutex(try CommitWatch(path: context.reader.path))
        journal = try DeliveryJournal(path: context.journalPath)
        meters = Meters(context.metrics, partition: context.partition)
    }

    public func run() {
        context.stop.onRaise { [waiter] in waiter.wake() }
        while !context.stop.isRaised {
            var wait = Self.lookEvery
            do {
                if try context.isCaughtUp() { wait = try step() }
            } catch {
                context.logger.warning("deliveries cannot be looked at; trying again", metadata: ["error": "\(error)"])
                wait = .seconds(1)
            }
            waiter.wait(wait)
        }
        // Messages under way have an answer within their time limit; their results are noted, and told at the next start if the log is closed by then.
        while state.withLock({ !$0.underWay.isEmpty }) { waiter.wait(.milliseconds(50)) }
        for route in state.withLock({ Array($0.routes.values) }) { route.provider.close() }
        journal.close()
    }

    private func step() throws -> Duration {
        state.withLock { $0.isWoken = false }
        guard try mustRead() else { return Self.lookEvery }
        try settleTold()
        // Look only at tenants with queued messages: a shard has thousands of tenants, most of them idle.
        let waiting = try queue.waiting().map { LaneKey(tenant: $0.tenant, channel: $0.channel) }
        state.withLock { $0.hasWaiting = !waiting.isEmpty }
        for tenant in Set(waiting.map(\.tenant)) { try readTenant(tenant) }
        repair(waiting)
        try sweep(waiting)
        for key in waiting { try fill(key) }
        try prune()
        return Self.lookEvery
    }

    /// False while nothing was committed and nothing is on its way: most looks of an idle shard end here.
    private func mustRead() throws -> Bool {
        // Asked before the queue is read, so a commit in between is seen at the next look.
        let hasChanged = try commits.withLock { try $0.hasChanged() }
        let now = ContinuousClock.now
        return state.withLock { state in
            let isBusy = state.hasWaiting || !state.underWay.isEmpty || !state.told.isEmpty
            let isDue = state.readAt.map { now - $0 >= Self.readEvery } ?? true
            guard hasChanged || isBusy || isDue else { return false }
            state.readAt = now
            return true
        }
    }

    // MARK: - Settings

    private func readTenant(_ tenant: TenantID) throws {
        guard let row = try queue.tenant(tenant) else { return }
        let known = state.withLock { state -> Bool in
            guard state.tenants[tenant]?.revision == row.revision else { return false }
            state.tenants[tenant]?.clockOffset = row.clockOffset
            state.tenants[tenant]?.usedAt = .now
            return true
        }
        guard !known, let definition = try queue.definition(of: tenant) else { return }
        state.withLock { $0.tenants[tenant] = TenantState(revision: row.revision, clockOffset: row.clockOffset, definition: definition, usedAt: .now) }
        for channel in Channels.all { apply(channel, definition) }
    }

    /// Opens, replaces or closes the lane of one channel.
    private func apply(_ channel: any Channel, _ definition: TenantDefinition) {
        let key = LaneKey(tenant: definition.tenant, channel: channel.name)
        let settings = ChannelSettings.of(channel.name, in: definition)
        guard settings != state.withLock({ $0.routes[key]?.settings }) || settings == nil else { return }
        let problem = state.withLock { state in
            state.routes.removeValue(forKey: key)?.provider.close()
            if settings == nil { state.lanes[key] = nil }
            return state.broken.removeValue(forKey: key)
        }
        guard let settings else { return }
        let lane = (try? LaneSettings(from: settings)) ?? LaneSettings()
        state.withLock { state in
            let busy = state.lanes[key]
            state.lanes[key] = busy.map { DeliveryLane(lane, takingOver: $0, now: .now) } ?? DeliveryLane(lane, now: .now)
        }
        do {
            let directory = context.environment["SOUK_PROVIDER_SECRETS"] ?? "\(context.dataDirectory)/provider-secrets"
            let secrets = ProviderSecrets(directory: directory, environment: context.environment, tenant: definition.tenant)
            guard let provider = try channel.provider(settings, secrets) else { return }
            state.withLock { $0.routes[key] = Route(provider: provider, settings: settings) }
        } catch {
            state.withLock { $0.broken[key] = "\(error)" }
            guard problem != "\(error)" else { return }
            context.logger.error("a channel's provider cannot be used", metadata: ["tenant": "\(definition.tenant)", "channel": "\(channel.name)",
                "error": "\(error)"])
        }
    }

    /// Picks up secrets that came since, for channels whose messages wait. It runs before these are tried: without a
    /// provider they would be put off for longer each time.
    private func repair(_ waiting: [LaneKey]) {
        let now = ContinuousClock.now
        let broken = state.withLock { state -> [(LaneKey, TenantDefinition)] in
            let found = waiting.compactMap { key in state.broken[key] == nil ? nil : state.tenants[key.tenant].map { (key, $0.definition) } }
            // A look that finds nothing must not put off the next one: messages wait for a moment only, then they are tried.
            guard !found.isEmpty, state.repairedAt.map({ now - $0 > Self.repairEvery }) ?? true else { return [] }
            state.repairedAt = now
            return found
        }
        for (key, definition) in broken {
            if let channel = Channels.named(key.channel) { apply(channel, definition) }
        }
    }

    /// Runs periodically: ends messages queued for a removed provider, and closes connections of idle tenants.
    private func sweep(_ waiting: [LaneKey]) throws {
        let now = ContinuousClock.now
        let isDue = state.withLock { state -> Bool in
            guard state.sweptAt.map({ now - $0 > Self.sweepEvery }) ?? true else { return false }
            state.sweptAt = now
            return true
        }
        guard isDue else { return }
        closeQuiet(now)
        for key in waiting {
            guard let tenant = state.withLock({ $0.tenants[key.tenant] }) else { continue }
            guard !ChannelSettings.hasProvider(key.channel, in: tenant.definition) else { continue }
            let stranded = try queue.next(of: key.tenant, key.channel, criticalOnly: false, limit: Self.sweptMax)
            _ = try start(stranded.map(\.attempt), key, limit: Self.sweptMax, now: context.clock() + tenant.clockOffset)
        }
    }
    private func closeQuiet(_ now: ContinuousClock.Instant) {
        let closed = state.withLock { state -> [any ChannelProvider] in
            let busy = Set(state.underWay.map(\.tenant)).union(state.told.keys.map(\.tenant))
            let quiet = state.tenants.filter { now - $0.value.usedAt > Self.quietAfter && !busy.contains($0.key) }.keys
            guard !quiet.isEmpty else { return [] }
            var closed: [any ChannelProvider] = []
            for tenant in quiet {
                state.tenants[tenant] = nil
                for channel in ChannelName.allCases {
                    let key = LaneKey(tenant: tenant, channel: channel)
                    if let route = state.routes.removeValue(forKey: key) { closed.append(route.provider) }
                    (state.lanes[key], state.broken[key]) = (nil, nil)
                }
            }
            return closed
        }
        for provider in closed { provider.close() }
    }
    static let quietAfter: Duration = .minutes(10)
    static let sweepEvery: Duration = .seconds(5)
    static let repairEvery: Duration = .seconds(1)
    static let sweptMax = 200

    // MARK: - Sending

    private func fill(_ key: LaneKey) throws {
        let (room, tenant, toldCount) = state.withLock { state in (state.lanes[key]?.room(at: .now) ?? (critical: 0, others: 0), state.tenants[key.tenant],
            state.told.count) }
        guard let tenant, room.critical > 0, toldCount < Self.toldMax else { return }
        let now = context.clock() + tenant.clockOffset
        let busy = state.withLock { $0.underWay.count + $0.told.count }
        // Rows under way are still in the queue: as many more are read.
        let criticals = try queue.next(of: key.tenant, key.channel, criticalOnly: true, limit: room.critical + busy).map(\.attempt)
        let startedCritical = try start(criticals, key, limit: room.critical, now: now)
        let left = min(room.others, room.critical - startedCritical)
        guard left > 0 else { return }
        let all = try queue.next(of: key.tenant, key.channel, criticalOnly: false, limit: left + busy + criticals.count)
        _ = try start(all.filter { !$0.isCritical }.map(\.attempt), key, limit: left, now: now)
    }

    /// Starts as many as there is room for. Answers how many.
    private func start(_ attempts: [DeliveryTry], _ key: LaneKey, limit: Int, now: Timestamp) throws -> Int {
        var started = 0
        for attempt in attempts where started < limit {
            let isNew = state.withLock { $0.told[attempt] == nil && !$0.underWay.contains(attempt) }
            guard isNew, let parcel = try queue.parcel(attempt, now: now) else { continue }
            let provider = state.withLock { $0.routes[key]?.provider }
            if let done = try journal.result(of: attempt) ?? overdue(parcel) ?? refused(parcel) ?? (provider == nil ? Self.withoutProvider(parcel) : nil) {
                tell(done, attempt)
                continue
            }
            guard let provider else { continue }
            // After a crash send one message at a time, so that the next crash shows which one caused it.
            if let crashes = context.crashes, !crashes.suspects(.delivery).isEmpty, state.withLock({ !$0.underWay.isEmpty }) { break }
            started += 1
            state.withLock { state in
                state.underWay.insert(attempt)
                state.lanes[key]?.started(isCritical: parcel.isCritical)
            }
            Task { await self.send(parcel, attempt, key, provider) }
        }
        return started
    }

    private func send(_ parcel: Parcel, _ attempt: DeliveryTry, _ key: LaneKey, _ provider: any ChannelProvider) async {
        let started = ContinuousClock.now
        let place = context.crashes?.place()
        place?.hold(Self.crashKey(parcel))
        Failpoint.trap(on: "notifications.delivery.v1", Array(parcel.deliveryId.utf8))
        let outcome = await provider.send(parcel)
        if let crashes = context.crashes {
            if let place { crashes.give(back: place) }
            crashes.forget(Self.crashKey(parcel))
        }
        meters.seconds.observe(.now - started)
        switch outcome {
        case .accepted: meters.accepted.add()
        case .transient: meters.transient.add()
        case .permanent: meters.permanent.add()
        }
        let result = DeliveryResult(parcel, outcome)
        do { try journal.write(result, of: attempt, at: context.clock()) } catch {
            context.logger.error("a delivery cannot be noted", metadata: ["delivery": "\(parcel.deliveryId)", "error": "\(error)"])
        }
        tell(result, attempt)
        let wakes = state.withLock { state -> Bool in
            state.underWay.remove(attempt)
            state.lanes[key]?.ended(isCritical: parcel.isCritical, outcome, at: .now)
            defer { state.isWoken = true }
            return !state.isWoken
        }
        if wakes { waiter.wake() }
    }

    private func overdue(_ parcel: Parcel) -> DeliveryResult? {
        guard let expires = parcel.expires, parcel.now > expires else { return nil }
        return DeliveryResult(parcel, .permanent(code: "expired"))
    }
    private static func crashKey(_ parcel: Parcel) -> CrashLedger.Key { .init(.delivery, Array(parcel.tenant.rawValue.utf8), Array(parcel.deliveryId.utf8)) }
    /// The delivery crashed too many processes.
    private func refused(_ parcel: Parcel) -> DeliveryResult? {
        guard context.crashes?.isRefused(Self.crashKey(parcel)) == true else { return nil }
        return DeliveryResult(parcel, .permanent(code: "crashed"))
    }
    private static func withoutProvider(_ parcel: Parcel) -> DeliveryResult { DeliveryResult(parcel, .transient(code: "no-provider")) }

    // MARK: - Telling

    private func tell(_ result: DeliveryResult, _ attempt: DeliveryTry) {
        let offset = state.withLock { state -> Duration in
            state.told[attempt] = (result, .now)
            return state.tenants[attempt.tenant]?.clockOffset ?? .zero
        }
        do {
            let id = DeterministicID.make("delivery-result", attempt.tenant.rawValue, attempt.deliveryId, String(attempt.attempt))
            try context.report(result, id: id, tenant: attempt.tenant, now: context.clock() + offset)
        } catch {
            // It stays in `told` and is told again.
            context.logger.warning("a result cannot be told yet", metadata: ["delivery": "\(attempt.deliveryId)", "error": "\(error)"])
        }
    }

    /// Forgets results the file has seen; those it should have seen by now are told again (the broker may have lost them).
    private func settleTold() throws {
        let told = state.withLock { $0.told }
        guard !told.isEmpty else { return }
        let open = try queue.open(Array(told.keys))
        let now = ContinuousClock.now
        state.withLock { state in for attempt in told.keys where !open.contains(attempt) { state.told[attempt] = nil } }
        for attempt in open { if let entry = told[attempt], now - entry.at > Self.tellAgainAfter { tell(entry.result, attempt) } }
    }

    private func prune() throws {
        let now = ContinuousClock.now
        let isDue = state.withLock { state -> Bool in
            guard state.prunedAt.map({ now - $0 > .hours(1) }) ?? true else { return false }
            state.prunedAt = now
            return true
        }
        if isDue { try journal.prune(before: context.clock() - DeliveryJournal.keptFor) }
    }
}

extension DeliveryResult {
    init(_ parcel: Parcel, _ outcome: SendOutcome) {
        switch outcome {
        case .accepted(let providerId):
            self.init(deliveryId: parcel.deliveryId, channel: parcel.message.channel, attempt: parcel.attempt, outcome: .accepted, providerId: providerId)
        case .transient(let code, let after, _):
            self.init(deliveryId: parcel.deliveryId, channel: parcel.message.channel, attempt: parcel.attempt, outcome: .failedTransient, code: code,
                      retryAfterSeconds: after.map { Int($0.wholeSeconds) })
        case .permanent(let code, let isDead):
            self.init(deliveryId: parcel.deliveryId, channel: parcel.message.channel, attempt: parcel.attempt, outcome: .failedPermanent, code: code,
                      addressIsDead: isDead ? true : nil)
        }
    }
}
