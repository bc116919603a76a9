import Contracts
import Kernel
import ServiceKit
import Testing

private let catalogue: TenantCatalogue = [
    "catalog": [
        PluginDeclaration("event") { settings, _ in settings["lowInventory"]?.int == 0 ? [("lowInventory", "must be 1 or more")] : [] }],
    "orders": [PluginDeclaration("ticket-sale")],
]

private func problems(_ text: String) throws -> [String] {
    do {
        _ = try TenantFile(try YAMLFile(path: "t.yml", text: text), catalogue: catalogue)
        return []
    } catch let error as FileProblems { return error.problems.map(\.description) }
}

private let good = """
    tenant: corner
    name: Corner Stage
    hosts: [tickets.corner.example]
    currency: EUR
    timezone: Europe/Brussels
    languages: [fr, en]
    phonePrefix: "+32"
    roles: { attendee: [], boss: [users:manage] }
    plugins: { catalog: [event] }
    settings:
      catalog:
        opens: 10:00
        lowInventory: 5
    """

@Test("A tenant file becomes a definition")
func goodFile() throws {
    let definition = try TenantFile(try YAMLFile(path: "t.yml", text: good), catalogue: catalogue).definition
    #expect(definition.tenant == "corner")
    #expect(definition.currency == .eur)
    #expect(definition.permissions(of: ["boss"]) == ["users:manage"])
    #expect(definition.has(plugin: "event", of: "catalog"))
    #expect(definition.settings["catalog"]?["opens"]?.string == "10:00")
    #expect(definition.settings["catalog"]?["lowInventory"]?.int == 5)
}

@Test("Every mistake is named with its line, not only the first")
func allMistakes() throws {
    let found = try problems("""
        tenant: Corner
        name: Corner Stage
        curency: EUR
        timezone: Europe/Bruxelles
        hosts: [Corner]
        roles:
          boss: [manage]
        plugins:
          catalog: [events]
          kitchen: [oven]
        sandbox: maybe
        """)
    #expect(found == [
        "t.yml:1: 'Corner' is no tenant name: lower case letters, digits and dashes, at most 40",
        "t.yml:1: 'currency' is missing",
        "t.yml:3: unknown key 'curency' in a tenant; did you mean 'currency'?",
        "t.yml:4: unknown time zone 'Europe/Bruxelles'; write an IANA name such as Africa/Kampala",
        "t.yml:5: 'Corner' is no host name (lower case, no port)",
        "t.yml:7: the permission 'manage' must have the form thing:action",
        "t.yml:9: catalog has no plugin 'events'; it has: event",
        "t.yml:10: there is no service 'kitchen'; services: catalog, orders",
        "t.yml:11: 'sandbox' must be true or false",
    ])
}

@Test("A plugin's objection stands on the line of the setting")
func pluginChecks() throws {
    let text = good.replacing("lowInventory: 5", with: "lowInventory: 0")
    #expect(try problems(text) == ["t.yml:13: settings.catalog.lowInventory: must be 1 or more"])
}

@Test("Any active currency of ISO 4217 and any zone of the tz database will do; other zones that Foundation knows will not")
func currenciesAndZones() throws {
    for (currency, zone) in [("KWD", "Asia/Kuwait"), ("CLF", "America/Santiago"), ("XOF", "Africa/Dakar"), ("JPY", "Asia/Tokyo")] {
        #expect(try problems(good.replacing("EUR", with: currency).replacing("Europe/Brussels", with: zone)) == [])
    }
    for zone in ["GMT+0330", "PDT", "Africa", "../localtime"] {
        #expect(try problems(good.replacing("Europe/Brussels", with: zone)).first?.contains("unknown time zone '\(zone)'") == true)
    }
}

@Test("An unknown currency, a broken file and a key that comes twice are refused")
func brokenFiles() throws {
    #expect(try problems(good.replacing("EUR", with: "ECU")).first?.hasPrefix("t.yml:4: unknown currency 'ECU': write the code") == true)
    #expect(try problems("tenant: [").count == 1)
    #expect(try problems("") == ["t.yml:1: is empty"])
    #expect(try problems(good + "\nname: Twice").first?.contains("comes twice") == true)
}

@Test("A mount that moves names where it was; the earlier prefixes stay claimed, and a file that forgets one is refused on its line")
func formerPrefixes() throws {
    let route = RouteClaim("GET", "/shops/{id}", service: "catalog", plugin: "shop"),
        other = RouteClaim("GET", "/shops/{id}", service: "catalog", plugin: "event")
    var catalogue: TenantCatalogue = [:]
    catalogue.add("catalog", plugins: [PluginDeclaration("event"), PluginDeclaration("shop")], routes: [route])
    var clashing: TenantCatalogue = [:]
    clashing.add("catalog", plugins: [PluginDeclaration("event"), PluginDeclaration("shop")], routes: [route, other])
    func file(_ mount: String, _ catalogue: TenantCatalogue) throws -> TenantFile {
        try TenantFile(YAMLFile(path: "demo.yml", text: good.replacing("{ catalog: [event] }", with: "{ catalog: [event, \(mount)] }")),
            catalogue: catalogue)
    }
    let first = try file("shop", catalogue).definition
    let moved = try file("{ plugin: shop, prefix: /club, former: [/] }", catalogue)
    #expect(moved.problems(following: first).isEmpty && route.paths(in: moved.definition)
        == ["/api/v1/club/shops/{id}", "/api/v1/shops/{id}"])
    let forgetful = try file("{ plugin: shop, prefix: /club }", catalogue)
    #expect(forgetful.problems(following: first).map(\.message) == [
        "catalog's 'shop' was at /, and people have links to it: keep that prefix, or write { plugin: shop, prefix: …, former: [/] }"
    ])
    #expect(forgetful.problems(following: moved.definition).count == 1, "an earlier prefix is not forgotten later either")
    #expect(try file("{ plugin: shop, former: [/club] }", catalogue).problems(following: moved.definition).isEmpty)
    #expect(try file("{ plugin: shop, prefix: /b, former: [/club, /] }", catalogue).problems(following: moved.definition).isEmpty)
    #expect(throws: FileProblems.self) { try file("{ plugin: shop, prefix: /club, former: [/club] }", catalogue) }
    #expect(throws: FileProblems.self) { try file("{ plugin: shop, prefix: /club, former: [/] }", clashing) }
}

@Test("A mount may carry a prefix; links begin with it, and a definition without one is what it was")
func prefixes() throws {
    var catalogue = TenantCatalogue()
    catalogue.add("catalog", plugins: [PluginDeclaration("event"), PluginDeclaration("shop")],
                  routes: [RouteClaim("GET", "/categories", service: "catalog", plugin: "event"),
                           RouteClaim("GET", "/categories", service: "catalog", plugin: "shop")])
    let text = good.replacing("{ catalog: [event] }", with: "{ catalog: [event, { plugin: shop, prefix: /club }] }")
    let definition = try TenantFile(try YAMLFile(path: "t.yml", text: text), catalogue: catalogue).definition
    #expect(definition.plugins == ["catalog": ["event", "shop"]] && definition.prefixes == ["catalog": ["shop": "/club"]])
    #expect(definition.basePath(of: "shop", in: "catalog") == "/api/v1/club")
    #expect(definition.basePath(of: "event", in: "catalog") == "/api/v1" && definition.basePath(of: nil, in: "catalog") == "/api/v1")
    #expect(try JSON.decode(TenantDefinition.self, from: JSON.encode(definition)) == definition)
    let plain = try TenantFile(try YAMLFile(path: "t.yml", text: good), catalogue: catalogue).definition
    #expect(!String(decoding: try JSON.encode(plain), as: UTF8.self).contains("prefixes"))
}
