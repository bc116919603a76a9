import Contracts
import Kernel
import ServiceKit
import Synchronization

/// How far a sandbox tenant's time is ahead of the machine's. Only ever forward.
final class TenantClock: Sendable {
    private let offsetMilliseconds = Atomic<Int64>(0)
    var offset: Int64 { offsetMilliseconds.load(ordering: .relaxed) }
    func advance(to offset: Int64) { offsetMilliseconds.max(offset, ordering: .relaxed) }
    func now(_ real: Timestamp) -> Timestamp { Timestamp(millisecondsSinceEpoch: real.millisecondsSinceEpoch + offset) }
}

/// An app on the platform with the routes it uses.
final class MountedTenant: Sendable {
    let definition: TenantDefinition
    let settings: TenantEdgeSettings
    let clock: TenantClock
    let trie: RouteTrie<RouteTarget>
    let topics: TopicTable
    let translations: Translations
    let basePath: String
    let name: [UInt8]
    /// The routes it uses, for its OpenAPI document.
    let routes: [MountedRoute]
    /// Methods and paths that several services or plugins claim, with their claimants. The gateway serves none of them,
    /// because the first would hide the others.
    let clashes: [(shape: String, claims: [RouteClaim])]
    var tenant: TenantID { definition.tenant }
    var usesSnakeCase: Bool { definition.json == .snakeCase }
    /// Nil: the app uses the platform's field names.
    let fieldNames: FieldNames?
    private let documents = Mutex<[String: [UInt8]]>([:])

    init(_ definition: TenantDefinition, clock: TenantClock, services: [CompiledManifest], translations: Translations) {
        (self.definition, self.clock, self.translations) = (definition, clock, translations)
        settings = TenantEdgeSettings(definition)
        basePath = "/" + definition.basePath.split(separator: "/").joined(separator: "/")
        name = Array(definition.tenant.rawValue.utf8)
        topics = TopicTable(definition, manifests: services.map(\.manifest))
        let mounted = services.flatMap { service in
            service.routes.filter { $0.route.plugin.map { definition.has(plugin: $0, of: service.manifest.service) } ?? true }
                .map { $0.withFields(of: definition, service.manifest) }
        }
        let isAtRoot = basePath == "/"
        let builtIns = BuiltIn.claims.filter { (definition.sandbox || !$0.isOfSandbox) && !($0.claim.isAtRoot && isAtRoot) }
        clashes = RouteClaim.clashes(mounted.map(\.claim) + builtIns.map(\.claim), in: definition)
        let contested = Set(clashes.map(\.shape))
        routes = mounted.filter { !contested.contains($0.claim.shape(in: definition)) }
        fieldNames = definition.json == .snakeCase ? FieldNames(routes) : nil
        var entries: [(method: String, path: String, target: RouteTarget)] = []
        for route in mounted {
            for path in route.claim.paths(in: definition) {
                entries.append((route.route.method, path, contested.contains(route.claim.shape(of: path)) ? .contested : .route(route)))
            }
        }
        for (claim, builtIn, _) in builtIns where !contested.contains(claim.shape(in: definition)) {
            entries.append((claim.method, claim.path(in: definition), .builtIn(builtIn)))
        }
        for (claim, _, _) in builtIns where contested.contains(claim.shape(in: definition)) {
            entries.append((claim.method, claim.path(in: definition), .contested))
        }
        trie = RouteTrie(entries)
    }

    /// Where a location in a service's answer is for clients: below the base path, or the prefix of a mount of this service.
    /// Nil: two mounts have this path, and `plugin` does not tell which of them answered.
    func path(of location: String, from service: ServiceName, plugin: String? = nil) -> String? {
        let base = definition.basePath(of: nil, in: service)
        guard definition.prefixes?[service.rawValue]?.isEmpty == false else { return base + location }
        if plugin != nil, serves(definition.basePath(of: plugin, in: service) + location, service) {
            return definition.basePath(of: plugin, in: service) + location
        }
        let bases = Set((definition.plugins[service.rawValue] ?? []).map { definition.basePath(of: $0, in: service) } + [base])
        let serving = bases.filter { serves($0 + location, service) }
        return serving.count > 1 ? nil : (serving.first ?? base) + location
    }
    private func serves(_ path: String, _ service: ServiceName) -> Bool {
        switch trie.match(path.prefix { $0 != "?" }.split(separator: "/").map(String.init)[...], method: "GET") {
        case .found(.route(let route), _): route.service == service
        case .otherMethods: true
        case .found, .nothing: false
        }
    }

    /// The clashes, one sentence each.
    var conflicts: [String] {
        clashes.map { shape, claims in "\(tenant): \(shape) is claimed by \(Set(claims.map(\.owner)).sorted().joined(separator: " and "))" }
    }

    /// `GET /events` with `Accept: text/event-stream` where the tenant has it so.
    func isStream(_ segments: ArraySlice<String>, _ call: EdgeCall) -> Bool {
        guard !settings.streams.isEmpty, call.method == "GET", call.headers.wantsEvents else { return false }
        let path = "/" + segments.joined(separator: "/")
        return settings.streams.contains { (basePath == "/" ? "" : basePath) + $0 == path }
    }

    /// A document that is made once for this set of routes.
    func document(_ name: String, make: () -> [UInt8]) -> [UInt8] {
        if let known = documents.withLock({ $0[name] }) { return known }
        let made = make()
        documents.withLock { $0[name] = made }
        return made
    }
}
