import Contracts
import Foundation
import Kernel

/// What `souk up` proposes to try first.
package enum FirstRequest {
    /// A path with its tenant: what `first-request.txt` of a tenant's demo data names below the app's base path, else the
    /// document of its routes. Nil without tenants.
    /// - Parameter demo: the folder with a folder of demo data per tenant.
    package static func path(of tenants: [TenantDefinition], demo: String?) -> String? {
        for tenant in tenants {
            guard let demo, let bytes = FileManager.default.contents(atPath: "\(demo)/\(tenant.tenant)/first-request.txt") else { continue }
            return "/t/\(tenant.tenant)\(tenant.basePath)" + String(decoding: bytes, as: UTF8.self).trimmed
        }
        return tenants.first.map { "/t/\($0.tenant)/openapi.json" }
    }
}
