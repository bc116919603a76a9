import Contracts
import Foundation
import Kernel
import ServiceKit
import SoukTool
import Testing

/// Roles of the fuel delivery and what each may, as its specification has them: no role implies another.
@Suite("The roles of AutoFill")
struct FuelRolesTests {
    private static let table: [String: Set<String>] = [
        "orders:place": ["customer"], "deliveries:drive": ["driver"], "wallet:own": ["driver"],
        "dispatch:manage": ["dispatcher", "admin"], "payments:refund": ["dispatcher", "admin"],
        "pricing:manage": ["pricing_manager", "admin"], "areas:manage": ["pricing_manager", "admin"],
        "users:manage": ["admin"], "analytics:read": ["admin"], "platform:operate": ["admin"],
        // What every app has.
        "notifications:manage": ["admin", "developer"], "webhooks:manage": ["admin", "developer"], "sandbox:use": ["developer"],
    ]
    /// The ledger's settlements of cash and reports of the books: no role of this app has them.
    private static let unused: Set<String> = ["wallets:manage", "reports:read"]

    private static func definition() throws -> TenantDefinition {
        let files = try TenantFile.load(paths: ["\(repository)/deploy/tenants/autofill.yml"], catalogue: InstalledServices.catalogue)
        return try #require(files.first).definition
    }

    @Test("Each role has exactly its permissions")
    func cells() throws {
        let definition = try Self.definition()
        #expect(Set(definition.roles.keys) == ["customer", "driver", "dispatcher", "pricing_manager", "admin", "developer"])
        for role in definition.roles.keys {
            let expected = Self.table.filter { $0.value.contains(role) }.map(\.key)
            #expect(definition.permissions(of: [role]) == Set(expected), "\(role)")
        }
    }

    @Test("Somebody may use every route of the app, and none asks for a role by name")
    func routes() throws {
        let definition = try Self.definition()
        var checked = 0
        func check<Service: PlatformService>(_ service: Service.Type) {
            let plugins = definition.plugins[service.name.rawValue] ?? []
            for route in service.contents.routes where route.plugin.map(plugins.contains) ?? true {
                switch route.access {
                case .permission(let permission):
                    let granting = [permission] + (route.orPermission.map { [$0] } ?? [])
                    let known = granting.contains { Self.table[$0] != nil || Self.unused.contains($0) }
                    #expect(known, "\(route.method) \(route.path) asks for \(permission)")
                    checked += 1
                case .roles(let names): Issue.record("\(route.method) \(route.path) asks for \(names)")
                default: break
                }
            }
        }
        for service in InstalledServices.all { check(service) }
        #expect(checked > 30)
    }
}
