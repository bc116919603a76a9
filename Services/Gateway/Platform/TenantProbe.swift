import Kernel
import Logging
import Messaging
import ServiceKit
import Synchronization

/// Asks every service about every tenant until it confirms that its file has the tenant's definition. Until then the
/// service answers the tenant's requests with 503, so the gateway is not ready. Covers all tenants at the start; a
/// tenant that is applied later does not make the gateway unready.
final class TenantProbe: Sendable {
    struct Pair: Hashable {
        let tenant: TenantID
        let service: ServiceName
    }
    private struct State {
        /// Pairs that are set up.
        var known: Set<Pair> = []
        /// Pairs whose service answered "not yet".
        var refused: Set<Pair> = []
        var firstAsked: [Pair: ContinuousClock.Instant] = [:]
        /// How many questions of each pair timed out.
        var unanswered: [Pair: Int] = [:]
        var wasComplete = false
    }
    /// Asks once. Nil: no answer in time.
    typealias Ask = @Sendable (MountedTenant, ServiceName, _ waitMilliseconds: Int64) async -> ReceivedReply?

    private static let pause: Duration = .milliseconds(100)
    private static let pauseWhenComplete: Duration = .milliseconds(500)
    /// A starting service misses questions from before it listened, so the first waits are short.
    private static let firstWaitMilliseconds: Int64 = 250
    private static let waitDoublingsMax = 3
    /// The limit of concurrent questions.
    private static let questionsMax = 64

    private let platform: PlatformState
    private let expected: Set<ServiceName>
    private let silence: Duration
    private let ask: Ask
    private let state = Mutex(State())

    /// - Parameter silence: a service that has not answered for this long is down and reports that itself; it must not
    ///   keep the gateway from serving the others. Manifests of removed services stay on their topic, so only expected
    ///   services are asked.
    init(platform: PlatformState, expected: [ServiceName], silence: Duration, ask: @escaping Ask) {
        (self.platform, self.expected, self.silence, self.ask) = (platform, Set(expected), silence, ask)
    }

    private func pairs(_ directory: TenantDirectory) -> [Pair] {
        let services = directory.services.filter(expected.contains)
        return directory.tenants.values.flatMap { tenant in services.map { Pair(tenant: tenant.tenant, service: $0) } }
    }

    /// By tenant: the services that have not confirmed it; every tenant has an entry.
    var waiting: [TenantID: [ServiceName]] {
        let directory = platform.directory
        let known = state.withLock { $0.known }
        return Dictionary(uniqueKeysWithValues: directory.tenants.values.map { tenant in
            (tenant.tenant,
             directory.services.filter { expected.contains($0) && !known.contains(Pair(tenant: tenant.tenant, service: $0)) })
        })
    }

    /// What the first readiness waits for, one line per service; empty from then on.
    var missing: [String] {
        let pairs = pairs(platform.directory)
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

    /// Runs until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            let directory = platform.directory
            let pairs = pairs(directory)
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
                await askAll(open[start..<min(start + Self.questionsMax, open.count)], directory)
            }
            try? await Task.sleep(for: open.isEmpty ? Self.pauseWhenComplete : Self.pause)
        }
    }

    private func askAll(_ pairs: ArraySlice<Pair>, _ directory: TenantDirectory) async {
        await withTaskGroup(of: Void.self) { group in
            for pair in pairs {
                guard let tenant = directory.tenants[pair.tenant.rawValue] else { continue }
                group.addTask { [self] in
                    let doublings = min(state.withLock { $0.unanswered[pair] ?? 0 }, Self.waitDoublingsMax)
                    guard let reply = await ask(tenant, pair.service, Self.firstWaitMilliseconds << Int64(doublings)) else {
                        return state.withLock { $0.unanswered[pair, default: 0] += 1 }
                    }
                    // A service of an older release does not know the question (404) and counts as set up.
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
