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

/// An app on the street with the routes it uses.
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
        routes = services.flatMap { service in
            service.routes.filter { $0.route.plugin.map { definition.has(plugin: $0, of: service.manifest.service) } ?? true }
        }
        fieldNames = definition.json == .snakeCase ? FieldNames(routes) : nil
        let base = basePath == "/" ? "" : basePath
        var entries = routes.map { (method: $0.route.method, path: ($0.route.atRoot ? "" : base) + $0.route.path, target: RouteTarget.route($0)) }
        for prefix in Set(["", base]) {
            entries.append(("GET", prefix + "/openapi.json", .builtIn(.openAPI)))
            entries.append(("GET", prefix + "/docs", .builtIn(.docs)))
        }
        entries.append(("GET", base + "/operations/{id}", .builtIn(.operation)))
        entries.append(("GET", base + "/ws", .builtIn(.webSocket)))
        entries.append(("GET", base + "/stream", .builtIn(.stream)))
        entries.append(("GET", base + "/admin/dead-letters", .builtIn(.listDeadLetters)))
        entries.append(("POST", base + "/admin/dead-letters/{id}/replay", .builtIn(.replayDeadLetter)))
        if definition.sandbox {
            entries.append(("GET", base + "/dev/clock", .builtIn(.readClock)))
            entries.append(("POST", base + "/dev/clock", .builtIn(.moveClock)))
        }
        trie = RouteTrie(entries)
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
