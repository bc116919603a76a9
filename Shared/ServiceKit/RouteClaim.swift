import Contracts
import Kernel

/// A method and path claimed by a service or one of its plugins. Two claims of one tenant must not be equal.
public struct RouteClaim: Sendable, Hashable {
    public let service: ServiceName
    /// Nil: mounted for every tenant of the service.
    public let plugin: String?
    public let method: String
    /// As the service declares it.
    public let path: String
    public let isAtRoot: Bool

    public init(_ method: String, _ path: String, service: ServiceName, plugin: String? = nil, isAtRoot: Bool = false) {
        (self.method, self.path, self.service, self.plugin, self.isAtRoot) = (method, path, service, plugin, isAtRoot)
    }
    public init(_ route: Route, of service: ServiceName) {
        self.init(route.method, route.path, service: service, plugin: route.plugin, isAtRoot: route.atRoot)
    }

    public var isMovable: Bool { plugin != nil && !isAtRoot }
    /// `catalog/things`, or the service alone.
    public var owner: String { plugin.map { "\(service)/\($0)" } ?? service.rawValue }

    /// Its path below the tenant's root: after the base path and the mount's prefix, unless the route stands at the root.
    public func path(in definition: TenantDefinition) -> String {
        (isAtRoot ? "" : definition.basePath(of: plugin, in: service)) + path
    }

    /// All its paths: the one it has, then those of earlier mounts of the plugin.
    public func paths(in definition: TenantDefinition) -> [String] {
        [path(in: definition)] + (isAtRoot ? [] : definition.formerBasePaths(of: plugin, in: service).map { $0 + path })
    }

    /// The method and path without the names of parameters. A request can tell two routes apart only if these differ.
    public func shape(in definition: TenantDefinition) -> String { shape(of: path(in: definition)) }
    /// The same for one of `paths`.
    public func shape(of path: String) -> String {
        let segments = path.split(separator: "/").map { segment in
            guard let open = segment.firstIndex(of: "{"), let close = segment.firstIndex(of: "}"), open < close else {
                return "/" + segment
            }
            return "/" + segment[...open] + segment[close...]
        }
        return method + " " + segments.joined()
    }

    /// Shapes with more than one claim, and their claims, sorted. Ignores plugins that the tenant does not mount.
    ///
    /// A literal beside a parameter (`/things/mine`, `/things/{id}`) is no clash: the literal hides one word, and ids
    /// are never words of routes.
    public static func clashes(_ claims: [RouteClaim], in definition: TenantDefinition) -> [(shape: String, claims: [RouteClaim])] {
        let mounted = claims.filter { claim in claim.plugin.map { definition.has(plugin: $0, of: claim.service) } ?? true }
        var places: [String: [RouteClaim]] = [:]
        for claim in mounted {
            for shape in Set(claim.paths(in: definition).map(claim.shape(of:))) { places[shape, default: []].append(claim) }
        }
        return places.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
