import Contracts
import Foundation
import Kernel
import ServiceKit
import SoukTool
import Testing

/// Nine roles and what each may, as the specification of the food delivery has it. A tick that is missing in the file locks somebody
/// out; one too many lets somebody in.
@Suite("The permission table of Sofra")
struct PermissionTableTests {
    private static let roles = [
        "customer", "owner", "courier", "support", "supervisor", "accountant", "social_media", "admin", "developer",
    ]
    /// Permission → roles, in the order of the table's rows.
    private static let table: [(permission: String, roles: Set<String>)] = [
        ("orders:place", ["customer", "developer"]),
        ("restaurants:manage", ["owner", "admin", "developer"]),
        ("deliveries:ride", ["courier", "developer"]),
        ("wallet:own", ["owner", "courier", "developer"]),
        ("orders:read-all", ["support", "supervisor", "accountant", "admin", "developer"]),
        ("orders:cancel", ["support", "supervisor", "admin", "developer"]),
        ("deliveries:override", ["support", "supervisor", "admin", "developer"]),
        ("users:read", ["support", "supervisor", "admin", "developer"]),
        ("deliveries:assign", ["supervisor", "admin", "developer"]),
        ("couriers:manage", ["supervisor", "admin", "developer"]),
        ("restaurants:approve", ["supervisor", "admin", "developer"]),
        ("payments:refund", ["support", "supervisor", "accountant", "admin", "developer"]),
        ("wallets:manage", ["accountant", "admin", "developer"]),
        ("commission:set", ["accountant", "admin", "developer"]),
        ("reports:read", ["supervisor", "accountant", "admin", "developer"]),
        ("content:manage", ["social_media", "admin", "developer"]),
        ("announcements:send", ["social_media", "admin", "developer"]),
        ("reviews:moderate", ["support", "supervisor", "social_media", "admin", "developer"]),
        ("users:manage", ["admin", "developer"]),
        ("platform:operate", ["developer"]),
        ("sandbox:use", ["developer"]),
        // What every app has.
        ("notifications:manage", ["admin", "developer"]),
        ("webhooks:manage", ["admin", "developer"]),
    ]

    private static func definition() throws -> TenantDefinition {
        try #require(try TenantFile.load(paths: ["\(repository)/deploy/tenants/sofra.yml"], catalogue: InstalledServices.catalogue).first)
            .definition
    }

    @Test("Each role has exactly the permissions of its column")
    func cells() throws {
        let definition = try Self.definition()
        #expect(Set(definition.roles.keys) == Set(Self.roles))
        for row in Self.table {
            for role in Self.roles {
                #expect(definition.permissions(of: [role]).contains(row.permission) == row.roles.contains(role),
                        "\(role) and \(row.permission)")
            }
        }
    }

    @Test("Every route of the app that asks for a permission lets in the roles of the table and nobody else")
    func routes() throws {
        let definition = try Self.definition()
        let table = Dictionary(Self.table.map { ($0.permission, $0.roles) }) { first, _ in first }
        var checked = 0
        for service in InstalledServices.all {
            for route in Self.routes(of: service, in: definition) {
                guard case .permission(let permission) = route.access else { continue }
                let granting = [permission] + (route.orPermission.map { [$0] } ?? [])
                let expected = granting.reduce(into: Set<String>()) { $0.formUnion(table[$1] ?? []) }
                #expect(granting.contains { table[$0] != nil }, "\(route.method) \(route.path) asks for \(permission), which nobody has")
                let allowed = Self.roles.filter { !definition.permissions(of: [$0]).isDisjoint(with: granting) }
                #expect(Set(allowed) == expected, "\(route.method) \(route.path)")
                checked += 1
            }
        }
        #expect(checked > 10)
    }
    private static func routes<Service: PlatformService>(of service: Service.Type, in definition: TenantDefinition) -> [Route] {
        let plugins = definition.plugins[service.name.rawValue] ?? []
        return service.contents.routes.filter { $0.plugin.map(plugins.contains) ?? true }
    }

    @Test("No route of the app asks for a role by name")
    func roleNames() throws {
        let definition = try Self.definition()
        for service in InstalledServices.all {
            for route in Self.routes(of: service, in: definition) {
                if case .roles(let names) = route.access { Issue.record("\(route.method) \(route.path) asks for \(names)") }
            }
        }
    }
}
