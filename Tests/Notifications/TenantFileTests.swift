import Contracts
import Foundation
import Kernel
import NotificationsService
import ServiceKit
import Testing

@Suite("Tenant files of this repository")
struct TenantFileTests {
    @Test("Every tenant file fits notifications", arguments: ["eventpass", "quartier", "lucidda", "peez"])
    func fits(tenant: String) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let file = try YAMLFile(path: root.path() + "deploy/tenants/\(tenant).yml").root.json
        let settings = file["settings"]?["notifications"] ?? .object([:])
        let named = file["plugins"]?["notifications"]?.array?.compactMap(\.string) ?? []
        let known = Notifications.contents.plugins
        #expect(Set(named).isSubset(of: known.map(\.name)))
        let languages = file["languages"]?.array?.compactMap(\.string) ?? []
        let definition = TenantDefinition(tenant: "test", name: "Test", currency: .ugx, languages: languages)
        for plugin in known { #expect(plugin.check(settings, definition).map { "\($0.path) \($0.message)" } == []) }
    }
}
