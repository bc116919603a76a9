import Kernel
import Messaging
import ServiceKit
import Synchronization

/// Everybody who watches, by what they watch, and the last minutes of what there was to see.
final class LiveHub: Sendable {
    static let pingMilliseconds: Int64 = 25_000
    /// Two pings without a sign of life.
    static let silenceMilliseconds: Int64 = 60_000
    static let connectionsPerUserMax = 64
    /// Without a token only the address distinguishes people. Many people with tokens may share one address.
    static let guestsPerAddressMax = 64
    static let connectionsPerAddressMax = 1000

    struct Limits: Sendable {
        var connectionsMax: Int
        /// False if rate limits are off.
        var countsAddresses: Bool
        /// How long events are kept for clients that reconnect, and how many bytes for all tenants together.
        var keptMilliseconds: Int64
        var keptBytesMax: Int
    }

    private struct Member {
        let connection: LiveConnection
        var nextPing: Int64
    }
    private struct State {
        var members: [ObjectIdentifier: Member] = [:]
        var watchers: [TopicKey: [ObjectIdentifier: LiveConnection]] = [:]
        var sessions: [String: Set<ObjectIdentifier>] = [:]
        var users: [String: Int] = [:]
        var addresses: [String: (all: Int, guests: Int)] = [:]
        var rings: [TenantID: LiveRing] = [:]
        var keptBytes = 0
        var isDraining = false

        mutating func unwatch(_ key: TopicKey, _ id: ObjectIdentifier) {
            watchers[key]?[id] = nil
            if watchers[key]?.isEmpty ?? false { watchers[key] = nil }
        }

        /// Adds or removes a connection in the count of its address.
        mutating func count(_ connection: LiveConnection, _ by: Int) {
            var counted = addresses[connection.address] ?? (0, 0)
            counted.all += by
            if connection.token == nil { counted.guests += by }
            addresses[connection.address] = counted.all > 0 ? counted : nil
        }

        /// Drops older events, also those of idle tenants.
        mutating func trim(before time: Int64) {
            keptBytes = 0
            for tenant in Array(rings.keys) {
                rings[tenant]?.trim(before: time)
                if rings[tenant]?.isEmpty ?? true { rings[tenant] = nil } else { keptBytes += rings[tenant]?.bytes ?? 0 }
            }
        }
    }
    private let state = Mutex(State())
    private let limits: Limits
    private let kept: Metrics.Gauge
    private let open: Metrics.Gauge
    private let sent: Metrics.Counter
    private let dropped: Metrics.Counter

    init(_ limits: Limits, metrics: Metrics) {
        self.limits = limits
        kept = metrics.gauge("souk_gateway_live_kept_bytes", "Events kept for streams that were cut and come back.")
        open = metrics.gauge("souk_gateway_live_connections", "WebSockets and event streams that are open.")
        sent = metrics.counter("souk_gateway_live_frames_total", "Frames handed to watchers.")
        dropped = metrics.counter("souk_gateway_live_dropped_total", "Watchers that were dropped because they read too slowly.")
    }

    enum Joining { case joined, full, tooMany, draining }

    /// - Parameter now: monotonic milliseconds.
    func join(_ connection: LiveConnection, now: Int64) -> Joining {
        state.withLock { state in
            if state.isDraining { return .draining }
            let user = connection.token.map { connection.tenant.rawValue + "/" + $0.claims.sub }
            guard state.members.count < limits.connectionsMax else { return .full }
            if let user, state.users[user, default: 0] >= Self.connectionsPerUserMax { return .tooMany }
            if limits.countsAddresses, let counted = state.addresses[connection.address] {
                guard counted.all < Self.connectionsPerAddressMax else { return .tooMany }
                guard user != nil || counted.guests < Self.guestsPerAddressMax else { return .tooMany }
            }
            state.count(connection, 1)
            let id = ObjectIdentifier(connection)
            // Spread over the interval, so that thousands are not pinged in one moment.
            let spread = Int64(state.members.count % 100) * Self.pingMilliseconds / 400
            state.members[id] = Member(connection: connection, nextPing: now + Self.pingMilliseconds - spread)
            if let user { state.users[user, default: 0] += 1 }
            if let token = connection.token { state.sessions[token.claims.sid, default: []].insert(id) }
            open.set(state.members.count)
            return .joined
        }
    }

    /// Safe to call twice.
    func leave(_ connection: LiveConnection) {
        let keys = connection.finish()
        state.withLock { state in
            let id = ObjectIdentifier(connection)
            guard state.members.removeValue(forKey: id) != nil else { return }
            for key in keys { state.unwatch(key, id) }
            state.count(connection, -1)
            if let token = connection.token {
                let user = connection.tenant.rawValue + "/" + token.claims.sub
                state.users[user] = (state.users[user] ?? 1) > 1 ? (state.users[user] ?? 1) - 1 : nil
                state.sessions[token.claims.sid]?.remove(id)
                if state.sessions[token.claims.sid]?.isEmpty ?? false { state.sessions[token.claims.sid] = nil }
            }
            open.set(state.members.count)
        }
    }

    func watch(_ key: TopicKey, _ connection: LiveConnection) {
        state.withLock { state in
            guard state.members[ObjectIdentifier(connection)] != nil else { return }
            state.watchers[key, default: [:]][ObjectIdentifier(connection)] = connection
        }
    }
    func unwatch(_ key: TopicKey, _ connection: LiveConnection) { state.withLock { $0.unwatch(key, ObjectIdentifier(connection)) } }

    // MARK: - Events

    /// Shows an event to everybody who watches and may see it. Called by one thread.
    func publish(_ event: LiveEvent, to tenant: MountedTenant, now: Timestamp) {
        let supplies = tenant.topics.supplies(of: event.type)
        // Most events belong to no topic, so no client can ask for them later.
        guard !supplies.isEmpty else { return }
        let isWatchedNews = state.withLock { state in
            let before = state.rings[event.tenant]?.bytes ?? 0
            let isNew = state.rings[event.tenant, default: LiveRing()].add(
                event, tenantNow: tenant.clock.now(now), keptMilliseconds: limits.keptMilliseconds)
            state.keptBytes += (state.rings[event.tenant]?.bytes ?? 0) - before
            keepWithinBounds(&state, now: event.arrivedMilliseconds)
            return isNew && !state.watchers.isEmpty
        }
        guard isWatchedNews else { return }
        for supply in supplies {
            guard let topic = event.topicText(supply) else { continue }
            let watchers = watchers(of: topic, supply, event)
            guard !watchers.isEmpty else { continue }
            let frame = event.frame(supply.feed, topic: topic, snakeCase: tenant.usesSnakeCase)
            for watcher in watchers { watcher.deliver(frame, topic: topic, part: supply.part) }
            sent.add(watchers.count)
            guard !supply.feed.unsubscribes.isEmpty else { continue }
            let outs = event.users(in: supply.feed.unsubscribes)
            for watcher in watchers where watcher.token.map({ outs.contains($0.claims.sub) }) ?? false {
                putOut(watcher, of: topic, tenant)
            }
        }
    }

    /// Above the limit for all tenants together, drops the oldest events of all tenants until a quarter is free again.
    private func keepWithinBounds(_ state: inout State, now: Int64) {
        guard state.keptBytes > limits.keptBytesMax else { return kept.set(state.keptBytes) }
        var age = limits.keptMilliseconds
        while state.keptBytes > limits.keptBytesMax / 4 * 3, age > 0 {
            age /= 2
            state.trim(before: now - age)
        }
        if state.keptBytes > limits.keptBytesMax { (state.rings, state.keptBytes) = ([:], 0) }
        kept.set(state.keptBytes)
    }

    private func watchers(of topic: String, _ supply: TopicTable.Supply, _ event: LiveEvent) -> [LiveConnection] {
        let all = everybody(watching: topic, supply, event)
        guard let hidden = supply.feed.hiddenFrom else { return all }
        let others = event.users(in: hidden)
        return all.filter { connection in connection.token.map { !others.contains($0.claims.sub) } ?? true }
    }

    private func everybody(watching topic: String, _ supply: TopicTable.Supply, _ event: LiveEvent) -> [LiveConnection] {
        let readers = supply.feed.readers.isEmpty ? nil : event.users(in: supply.feed.readers)
        return state.withLock { state in
            if supply.topic.isPersonal, let readers {
                return readers.flatMap { user in
                    state.watchers[TopicKey(tenant: event.tenant, topic: topic, user: user)].map { Array($0.values) } ?? []
                }
            }
            let all = state.watchers[TopicKey(tenant: event.tenant, topic: topic, user: nil)].map { Array($0.values) } ?? []
            guard let readers else { return all }
            return all.filter { $0.token.map { readers.contains($0.claims.sub) } ?? false }
        }
    }

    private func putOut(_ watcher: LiveConnection, of topic: String, _ tenant: MountedTenant) {
        guard let key = watcher.remove(topic) else { return }
        unwatch(key, watcher)
        let problem = Problem(403, "forbidden", "This is not for you any more.")
        watcher.sink.send(
            LiveFrame(error: problem.body(requestID: RequestIDs.fresh(), language: watcher.language, snakeCase: tenant.usesSnakeCase),
                      topic: topic))
    }

    /// The position of a client that has read this far, or of one that has read nothing yet.
    func places(in tenant: TenantID, after place: StreamPlace?) -> [ServiceName: String] {
        state.withLock { state in
            guard let ring = state.rings[tenant] else { return [:] }
            return place.flatMap { ring.known($0) } ?? ring.latest
        }
    }

    /// The events that this connection has missed since a position, over its topics; nil: the position is too old.
    func missed(after place: StreamPlace, by connection: LiveConnection, of tenant: MountedTenant) -> [LiveFrame]? {
        let events = state.withLock { state -> [LiveEvent]? in
            state.rings[connection.tenant]?.trim(before: Monotonic.milliseconds() - limits.keptMilliseconds)
            return state.rings[connection.tenant]?.after(place)
        }
        return events?.flatMap { event in
            tenant.topics.supplies(of: event.type).compactMap { supply in
                guard let topic = event.topicText(supply), connection.watches(topic, part: supply.part) else { return nil }
                if !supply.feed.readers.isEmpty {
                    guard let user = connection.token?.claims.sub, event.users(in: supply.feed.readers).contains(user) else { return nil }
                }
                if let hidden = supply.feed.hiddenFrom, let user = connection.token?.claims.sub,
                   event.users(in: hidden).contains(user) { return nil }
                return event.frame(supply.feed, topic: topic, snakeCase: tenant.usesSnakeCase)
            }
        }
    }

    // MARK: - Ends

    /// After a logout, a revocation or the loss of a role: closes the affected connections. A client that still has
    /// access reconnects with its remaining roles.
    func end(_ ended: PlatformState.Ended) {
        let connections = state.withLock { state -> [LiveConnection] in
            switch ended {
            case .session(let sid): return (state.sessions[sid] ?? []).compactMap { state.members[$0]?.connection }
            case .roles(let tenant, let user, let left, let time):
                guard state.users[tenant.rawValue + "/" + user] != nil else { return [] }
                return state.members.values.map(\.connection).filter { connection in
                    guard connection.tenant == tenant, let claims = connection.token?.claims, claims.sub == user else { return false }
                    return time.secondsSinceEpoch >= claims.iat && !left.isSuperset(of: claims.roles)
                }
            }
        }
        for connection in connections { end(connection, .sessionEnded) }
    }

    /// Ends who is silent or whose token has run out, pings who is due. Called once a second.
    func look(now: Int64, tenantTime: (TenantID) -> Timestamp) {
        let (expired, due) = state.withLock { state -> ([LiveConnection], [LiveConnection]) in
            state.trim(before: now - limits.keptMilliseconds)
            kept.set(state.keptBytes)
            var times: [TenantID: Timestamp] = [:]
            func time(of tenant: TenantID) -> Timestamp {
                if let known = times[tenant] { return known }
                let time = tenantTime(tenant)
                times[tenant] = time
                return time
            }
            var expired: [LiveConnection] = []
            var due: [LiveConnection] = []
            for (id, member) in state.members {
                let connection = member.connection
                // A tenant's clock can jump, so every token is compared each time.
                if let token = connection.token, token.hasExpired(at: time(of: connection.tenant)) {
                    expired.append(connection)
                } else if member.nextPing <= now {
                    state.members[id]?.nextPing = now + Self.pingMilliseconds
                    due.append(connection)
                }
            }
            return (expired, due)
        }
        for connection in expired { end(connection, .tokenExpired) }
        for connection in due {
            if let heard = connection.sink.lastHeardMilliseconds, now - heard > Self.silenceMilliseconds {
                end(connection, .silent)
            } else {
                connection.sink.ping()
            }
        }
    }

    /// The process ends: nobody joins any more, everybody is told to go.
    func drain() {
        let all = state.withLock { state in
            state.isDraining = true
            return state.members.values.map(\.connection)
        }
        for connection in all { end(connection, .shuttingDown) }
    }

    func end(_ connection: LiveConnection, _ reason: LiveEnd) {
        if case .tooSlow = reason { dropped.add() }
        leave(connection)
        connection.sink.end(reason)
    }
    func noteSlow() { dropped.add() }
    var isDraining: Bool { state.withLock { $0.isDraining } }
    var count: Int { state.withLock { $0.members.count } }
}
