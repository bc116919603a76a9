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

    @Test("Who earns and who collects cash has a permission; in definitions of before it is the role that had it then")
    func holders() throws {
        let definition = TenantDefinition(tenant: "club", name: "Club", currency: .eur,
            roles: ["host": ["earnings:own"], "till": ["shop-cash:own"], "organizer": [], "vendor": []])
        #expect(definition.roles(with: "earnings:own") == ["host"] && definition.roles(with: "shop-cash:own") == ["till"])
        var earlier = try #require(try JSONValue(encoding: definition).object)
        earlier["settingsLayout"] = 3
        let read = try JSON.decode(TenantDefinition.self, from: JSON.encode(JSONValue.object(earlier)))
        #expect(read.roles(with: "earnings:own") == ["organizer"] && read.roles(with: "shop-cash:own") == ["vendor"])
        #expect(read.roles(with: "platform:operate").isEmpty)
    }
}
