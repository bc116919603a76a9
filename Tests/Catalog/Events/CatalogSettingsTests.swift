import CatalogEvents
import CatalogService
import Contracts
import Kernel
import Testing

@Suite("Settings of the catalog")
struct CatalogSettingsTests {
    private func address(publicUrl: String?, hosts: [String]) throws -> String {
        let settings: JSONValue = publicUrl.map { ["publicUrl": .string($0)] } ?? [:]
        let definition = TenantDefinition(tenant: "corner", name: "Corner Stage", hosts: hosts, currency: .eur,
                                          settings: ["catalog": settings])
        return try (definition.settings(of: "catalog") as CatalogSettings).publicAddress(of: definition)
    }

    @Test("Links of an app that says no public address begin with its own host, never with another app's")
    func publicAddress() throws {
        #expect(try address(publicUrl: "https://corner.example", hosts: ["tickets.corner.example"]) == "https://corner.example")
        #expect(try address(publicUrl: nil, hosts: ["tickets.corner.example"]) == "https://tickets.corner.example")
        #expect(try address(publicUrl: nil, hosts: []) == "")
    }

    @Test("An app that names no payment methods offers none")
    func paymentMethods() throws {
        #expect(try (JSONValue.object([:]).decoded() as CatalogSettings).paymentMethods == [])
    }
}
