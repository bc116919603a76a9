import Foundation
import Kernel

/// Waits until every service has the tenants' definitions: a service dead-letters messages that arrive earlier.
package enum TenantReadiness {
    /// Throws after `limit` and names what is missing.
    package static func wait(for tenants: [TenantID], in installation: Installation, within limit: Duration) throws {
        let deadline = ContinuousClock.now + limit
        while true {
            let missing = missing(tenants, in: installation)
            if missing.isEmpty { return }
            guard .now < deadline else {
                throw Installation.Invalid(
                    description: "tenants are not set up after \(Int(limit.inSeconds)) s: \(missing.joined(separator: "; "))")
            }
            usleep(20_000)
        }
    }

    private static func missing(_ tenants: [TenantID], in installation: Installation) -> [String] {
        do {
            let known = try GatewayReport.ask(at: installation.gatewayOperatorAddress).tenants ?? [:]
            return tenants.compactMap { tenant in
                guard let services = known[tenant.rawValue] else { return "the gateway does not know \(tenant)" }
                return services.isEmpty ? nil : "\(tenant) is not known to \(services.joined(separator: ", "))"
            }
        } catch { return ["the gateway: \(error)"] }
    }
}
