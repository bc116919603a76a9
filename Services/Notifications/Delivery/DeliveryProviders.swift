import Contracts
import Kernel
import Logging
import NotificationPolicy
import NotificationsKit
import ServiceKit
import Synchronization

/// One channel of one tenant.
struct LaneKey: Hashable, Sendable {
    let tenant: TenantID
    let channel: ChannelName
}

/// The providers and lanes of the tenants that have messages queued: opened with their settings, closed when they are idle.
final class DeliveryProviders: Sendable {
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
        /// Providers whose settings or secrets do not work, with what the log of the process says about it.
        var broken: [LaneKey: String] = [:]
        var lanes: [LaneKey: DeliveryLane] = [:]
        var repairedAt: ContinuousClock.Instant?
    }
    private let context: SideEffectContext
    private let queue: DeliveryQueue
    private let channels: [any Channel]
    private let state = Mutex(State())

    static let idleAfter: Duration = .minutes(10)
    static let repairEvery: Duration = .seconds(1)

    init(_ context: SideEffectContext, _ queue: DeliveryQueue, _ channels: [any Channel]) {
        (self.context, self.queue, self.channels) = (context, queue, channels)
    }

    func definition(of tenant: TenantID) -> TenantDefinition? { state.withLock { $0.tenants[tenant]?.definition } }
    /// The tenant's time, with its virtual clock.
    func now(of tenant: TenantID) -> Timestamp { context.clock() + state.withLock { $0.tenants[tenant]?.clockOffset ?? .zero } }
    func provider(of key: LaneKey) -> (any ChannelProvider)? { state.withLock { $0.routes[key]?.provider } }

    // MARK: - Lanes

    /// How many messages may start now: none without a lane.
    func room(of key: LaneKey) -> (critical: Int, others: Int) { state.withLock { $0.lanes[key]?.room(at: .now) ?? (0, 0) } }
    func started(_ key: LaneKey, isCritical: Bool) { state.withLock { $0.lanes[key]?.started(isCritical: isCritical) } }
    func ended(_ key: LaneKey, isCritical: Bool, _ outcome: SendOutcome) {
        state.withLock { $0.lanes[key]?.ended(isCritical: isCritical, outcome, at: .now) }
    }

    // MARK: - Settings

    /// Takes a tenant's settings up if they are new.
    func read(_ tenant: TenantID) throws {
        guard let row = try queue.tenant(tenant) else { return }
        let known = state.withLock { state -> Bool in
            guard state.tenants[tenant]?.revision == row.revision else { return false }
            state.tenants[tenant]?.clockOffset = row.clockOffset
            state.tenants[tenant]?.usedAt = .now
            return true
        }
        guard !known, let definition = try queue.definition(of: tenant) else { return }
        let fresh = TenantState(revision: row.revision, clockOffset: row.clockOffset, definition: definition, usedAt: .now)
        state.withLock { $0.tenants[tenant] = fresh }
        for channel in channels { apply(channel, definition) }
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
            guard let provider = try channel.provider(settings, of: definition.tenant, context.tenantSecrets) else { return }
            state.withLock { $0.routes[key] = Route(provider: provider, settings: settings) }
        } catch {
            state.withLock { $0.broken[key] = "\(error)" }
            guard problem != "\(error)" else { return }
            context.logger.error("a channel's provider cannot be used", metadata: [
                "tenant": "\(definition.tenant)", "channel": "\(channel.name)", "error": "\(error)",
            ])
        }
    }

    /// Picks up secrets that came since, for channels whose messages wait. It runs before these are tried: without a
    /// provider they would be put off for longer each time.
    func repair(_ waiting: [LaneKey]) {
        let now = ContinuousClock.now
        let broken = state.withLock { state -> [(LaneKey, TenantDefinition)] in
            let found = waiting.filter { state.broken[$0] != nil }
                .compactMap { key in state.tenants[key.tenant].map { (key, $0.definition) } }
            // A look that finds nothing must not put off the next one: messages wait for a moment only, then they are tried.
            guard !found.isEmpty, state.repairedAt.map({ now - $0 > Self.repairEvery }) ?? true else { return [] }
            state.repairedAt = now
            return found
        }
        for (key, definition) in broken {
            if let channel = channels.first(where: { $0.name == key.channel }) { apply(channel, definition) }
        }
    }

    // MARK: - The end

    /// Closes the connections of tenants without messages.
    func closeIdle(except busy: Set<TenantID>) {
        let now = ContinuousClock.now
        let closed = state.withLock { state -> [any ChannelProvider] in
            let idle = state.tenants.filter { now - $0.value.usedAt > Self.idleAfter && !busy.contains($0.key) }.keys
            var closed: [any ChannelProvider] = []
            for tenant in idle {
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
    func close() {
        for route in state.withLock({ Array($0.routes.values) }) { route.provider.close() }
    }
}
