import Contracts
import Kernel
import Logging
import ServiceKit

/// A manifest with its routes made ready.
final class CompiledManifest: Sendable {
    let manifest: Manifest
    let routes: [MountedRoute]

    /// A route that cannot be served is left out and told, the others are served.
    init(_ manifest: Manifest, logger: Logger) {
        self.manifest = manifest
        routes = manifest.routes.compactMap { route in
            do { return try MountedRoute(route, of: manifest) } catch {
                logger.error("route left out",
                             metadata: ["service": "\(manifest.service)", "route": "\(route.method) \(route.path)", "error": "\(error)"])
                return nil
            }
        }
    }
}

/// All tenants with their routes, as of one moment. Never changes: another moment is another street.
final class TenantDirectory: Sendable {
    let tenants: [String: MountedTenant]
    let hosts: [String: MountedTenant]
    let services: [ServiceName]
    /// Services whose events somebody may watch.
    let liveServices: [ServiceName]

    init(_ tenants: [MountedTenant], services: [ServiceName]) {
        liveServices = Set(tenants.flatMap(\.topics.services)).sorted()
        self.tenants = Dictionary(tenants.map { ($0.tenant.rawValue, $0) }) { first, _ in first }
        hosts = Dictionary(tenants.flatMap { tenant in tenant.definition.hosts.map { ($0.lowercased(), tenant) } }) { first, _ in first }
        self.services = services.sorted()
    }
    static let empty = TenantDirectory([], services: [])

    struct Place {
        let tenant: MountedTenant
        /// Segments below the tenant's root.
        private(set) var segments: ArraySlice<String>
        /// What the client wrote before the tenant's root: `/t/club`, or nothing where the host names the tenant.
        private(set) var prefix: String
        /// The tenant's host that the request came to.
        let host: String?

        init(tenant: MountedTenant, segments: ArraySlice<String>, prefix: String, host: String? = nil) {
            (self.tenant, self.segments, self.prefix, self.host) = (tenant, segments, prefix, host)
        }

        /// Addresses that stand in answers (a poster's) begin with `/t/club`: they lead here from the tenant's host,
        /// too, and from behind its prefix.
        fileprivate mutating func takeOwnPath() {
            guard segments.count > 2, segments[segments.startIndex] == "t",
                  segments[segments.startIndex + 1] == tenant.tenant.rawValue else { return }
            prefix = "/t/" + tenant.tenant.rawValue
            segments = segments.dropFirst(2)
        }
    }

    /// The tenant a request is for: by `Host`, else by `/t/{tenant}`.
    func place(host: String?, _ target: RequestTarget) -> Place? {
        if let host, let tenant = hosts.isEmpty ? nil : hosts[Self.withoutPort(host)] {
            var place = Place(tenant: tenant, segments: target.segments[...], prefix: "", host: Self.withoutPort(host))
            place.takeOwnPath()
            return place
        }
        guard target.segments.count >= 2, target.segments[0] == "t", let tenant = tenants[target.segments[1]] else { return nil }
        var place = Place(tenant: tenant, segments: target.segments[2...], prefix: "/t/" + target.segments[1])
        place.takeOwnPath()
        return place
    }

    private static func withoutPort(_ host: String) -> String {
        let end = host.utf8.lastIndex(of: UInt8(ascii: ":")) ?? host.endIndex
        let name = host.hasSuffix("]") ? host[...] : host[..<end]
        return name.utf8.contains { (65...90).contains($0) } ? name.lowercased() : String(name)
    }
}
