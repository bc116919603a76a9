import Kernel
import Logging
import Messaging
import ServiceKit
import Synchronization

/// Asks every service about every tenant until it says that the tenant's definition is in its file. Before that it answers requests of the tenant with 503,
/// so the gateway is not ready: of all tenants there are when it starts. One that is applied later keeps nobody else's requests away.
final class TenantProbe: Sendable {
    struct Pair: Hashable {
        let tenant: TenantID
        let service: ServiceName
    }
    private struct State {
        /// Those that are set up.
        var known: Set<Pair> = []
        /// Those that said "not yet".
        var refused: Set<Pair> = []
        var firstAsked: [Pair: ContinuousClock.Instant] = [:]
        /// Questions that were not answered in their time.
        var unanswered: [Pair: Int] = [:]
        var wasComplete = false
    }
    /// Asks once. Nil: no answer within the time.
    typealias Ask = @Sendable (MountedTenant, ServiceName, _ waitMilliseconds: Int64) async -> ReceivedReply?

    private static let pause: Duration = .milliseconds(100)
    private static let pauseWhenComplete: Duration = .milliseconds(500)
    /// A service that is starting misses what was asked before it listened: the first questions are short.
    private static let firstWaitMilliseconds: Int64 = 250
    private static let waitDoublingsMax = 3
    /// Questions under way.
    private static let questionsMax = 64

    private let platform: PlatformState
    private let expected: Set<ServiceName>
    private let silence: Duration
    private let ask: Ask
    private let state = Mutex(State())

    /// - Parameter silence: a service that has said nothing for so long is down, and says so itself; it does not keep the gateway from serving the others.
    ///   Manifests of services that are no more stay on their topic: only those that are expected are asked.
    init(platform: PlatformState, expected: [ServiceName], silence: Duration, ask: @escaping Ask) {
        (self.platform, self.expected, self.silence, self.ask) = (platform, Set(expected), silence, ask)
    }

    private func pairs(_ street: Street) -> [Pair] {
        let services = street.services.filter(expected.contains)
        return street.tenants.values.flatMap { tenant in services.map { Pair(tenant: tenant.tenant, service: $0) } }
    }

    /// Services that have not said yet that they have the tenant, by tenant; every tenant there is has an entry.
    var waiting: [TenantID: [ServiceName]] {
        let street = platform.street
        let known = state.withLock { $0.known }
        return Dictionary(uniqueKeysWithValues: street.tenants.values.map { tenant in
            (tenant.tenant, street.services.filter { expected.contains($0) && !known.contains(Pair(tenant: tenant.tenant, service: $0)) })
        })
    }

    /// What the first readiness still waits for, one line for each service; empty from then on.
    var missing: [String] {
        let pairs = pairs(platform.street)
        return state.withLock { state in
            guard !state.wasComplete, !pairs.isEmpty else { return [] }
            let now = ContinuousClock.now
            let open = pairs.filter { pair in
                guard !state.known.contains(pair) else { return false }
                return state.refused.contains(pair) || now - (state.firstAsked[pair] ?? now) < silence
            }
            state.wasComplete = open.isEmpty
            let byService = Dictionary(grouping: open, by: \.service).sorted { $0.key < $1.key }
            return byService.map { "\($0.key) to set up \(Self.list($0.value.map(\.tenant).sorted()))" }
        }
    }

    private static func list(_ tenants: [TenantID]) -> String {
        let shown = tenants.prefix(5).map(\.rawValue).joined(separator: ", ")
        return tenants.count > 5 ? "\(shown) and \(tenants.count - 5) more tenants" : shown
    }

    /// Until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            let street = platform.street
            let pairs = pairs(street)
            let now = ContinuousClock.now
            let open = state.withLock { state in
                let existing = Set(pairs)
                state.known.formIntersection(existing)
                state.refused.formIntersection(existing)
                let open = pairs.filter { !state.known.contains($0) }
                for pair in open where state.firstAsked[pair] == nil { state.firstAsked[pair] = now }
                return open
            }
            for start in stride(from: 0, to: open.count, by: Self.questionsMax) {
                await askAll(open[start..<min(start + Self.questionsMax, open.count)], street)
            }
            try? await Task.sleep(for: open.isEmpty ? Self.pauseWhenComplete : Self.pause)
        }
    }

    private func askAll(_ pairs: ArraySlice<Pair>, _ street: Street) async {
        await withTaskGroup(of: Void.self) { group in
            for pair in pairs {
                guard let tenant = street.tenants[pair.tenant.rawValue] else { continue }
                group.addTask { [self] in
                    let doublings = min(state.withLock { $0.unanswered[pair] ?? 0 }, Self.waitDoublingsMax)
                    guard let reply = await ask(tenant, pair.service, Self.firstWaitMilliseconds << Int64(doublings)) else {
                        return state.withLock { $0.unanswered[pair, default: 0] += 1 }
                    }
                    // A service of an older program does not know the question (404); it is taken at its word that it is ready.
                    let isSetUp = reply.status < 300 || reply.status == 404
                    state.withLock { state in
                        if isSetUp { state.known.insert(pair) }
                        if isSetUp { state.refused.remove(pair) } else { state.refused.insert(pair) }
                    }
                }
            }
        }
    }
}
