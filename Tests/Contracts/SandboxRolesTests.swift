import Contracts
import Kernel
import Testing

@Suite("Who uses the routes for development")
struct SandboxRolesTests {
    @Test("Roles with the permission; in definitions of earlier releases the role that had it then")
    func roles() throws {
        let definition = TenantDefinition(tenant: "club", name: "Club", currency: .eur,
            roles: ["crew": ["sandbox:use"], "admin": ["sandbox:use"], "developer": []])
        #expect(definition.sandboxRoles == ["admin", "crew"])
        var earlier = try #require(try JSONValue(encoding: definition).object)
        for layout in [nil, 2] as [JSONValue?] {
            earlier["settingsLayout"] = layout
            #expect(try JSON.decode(TenantDefinition.self, from: JSON.encode(JSONValue.object(earlier))).sandboxRoles == ["developer"])
        }
    }
}
