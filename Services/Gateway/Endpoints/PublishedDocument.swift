import Contracts
import Kernel
import Logging
import ServiceKit

/// The OpenAPI document of a tenant as the gateway would serve it, made without a running platform: for `docs/openapi.json`.
public enum PublishedDocument {
    public static func openAPI(of definition: TenantDefinition, manifests: [Manifest]) throws -> String {
        let logger = Logger(label: "openapi")
        let services = manifests.sorted { $0.service < $1.service }.map { CompiledManifest($0, logger: logger) }
        return try JSON.pretty(
            OpenAPIDocument.document(MountedTenant(definition, clock: TenantClock(), services: services, translations: .generic)))
    }
}
