import Foundation
import GatewayService
import Kernel
import ServiceKit
import SoukPlatform
import SoukTool
import Testing

/// Root of the repository: the tests lie in `Tests/Souk`.
let repository = String(#filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 })

@Suite("Tenants of this repository")
struct TenantsOfThisRepositoryTests {
    @Test("Every tenant file fits the services that are built", arguments: ["deploy/tenants", "deploy/bench"])
    func tenantFiles(_ folder: String) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(repository)/\(folder)").filter { $0.hasSuffix(".yml") }.sorted()
        #expect(!names.isEmpty)
        do {
            _ = try TenantFile.load(paths: names.map { "\(repository)/\(folder)/\($0)" }, catalogue: InstalledServices.catalogue)
        } catch let problems as FileProblems { Issue.record("\(problems)") }
    }

    /// `souk up` applies a definition again if it differs from what the platform has.
    @Test("A definition is the same after it travelled as JSON, so that an unchanged file changes nothing")
    func travelled() throws {
        let folder = "\(repository)/deploy/tenants"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".yml") }
        for file in try TenantFile.load(paths: names.map { "\(folder)/\($0)" }, catalogue: InstalledServices.catalogue) {
            #expect(try Self.sent(file.definition) == file.definition, "\(file.definition.tenant)")
        }
    }
    private static func sent<T: Codable>(_ value: T) throws -> T { try JSON.decode(T.self, from: JSON.encode(value)) }

    @Test("A setting that is misspelt, impossible or of the wrong kind is named with its line, whatever service it is of", arguments: [
        ("lowInventory: 10", "lowInventory: -3", "catalog.lowInventory: must be 0 to 1000000"),
        ("priceBands: { budget: 30000, moderate: 100000 }", "priceBands: { budget: 0, moderate: -1 }",
         "catalog.priceBands: budget must be below moderate"),
        ("claimAnswerSeconds: 30", "claimAnswerSecond: 30", "orders.claimAnswerSecond: is not a setting of orders"),
        ("withdrawalMinimum: 5000", "withdrawlMinimum: 5000", "payments-stub.withdrawlMinimum: is not a setting of payments-stub"),
        ("windowSeconds: 900", "windowSecond: 900", "auth.lockout.windowSecond: is not a setting of auth"),
        ("name: Music, colorHex", "name: Music, color: red, colorHex", "catalog.categories.0.color: is not a setting of catalog"),
        ("required: [email]", "required: [fax]", "auth.required.0: cannot be read: "),
        ("paymentWindowMinutes: 15", "paymentWindowMinutes: soon", "catalog.paymentWindowMinutes: cannot be read: must be Int"),
        ("streams: [/events]", "stream: [/events]", "gateway.stream: is not a setting of gateway"),
        ("streams: [/events]", "streams: { events: true }", "gateway.streams: must be a list of paths"),
        ("streams: [/events]", "rateLimits: { perPrincipalPerMinute: 0 }", "gateway.rateLimits.perPrincipalPerMinute: must be 1 or more"),
        ("alarmMinutes: 120", "alarmMinuten: 120", "scheduling.alarmMinuten: is not a setting of scheduling"),
    ])
    func mistakes(good: String, bad: String, complaint: String) throws {
        let path = "\(repository)/deploy/tenants/eventpass.yml"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let place = try #require(text.range(of: good))
        let line = text[..<place.lowerBound].count(where: { $0 == "\n" }) + 1
        let broken = text.replacingCharacters(in: place, with: bad)
        let problems = #expect(throws: FileProblems.self) {
            try TenantFile(YAMLFile(path: "t.yml", text: broken), catalogue: InstalledServices.catalogue)
        }
        let descriptions = try #require(problems).problems.map(\.description)
        #expect(descriptions.count == 1 && descriptions[0].hasPrefix("t.yml:\(line): settings.\(complaint)"), "\(descriptions)")
    }

    @Test("One service puts the definitions of tenants back on a cluster that lost them")
    func restored() {
        func restores<S: PlatformService>(_: S.Type) -> Bool { S.contents.restoresTenants }
        #expect(InstalledServices.all.filter { restores($0) }.map { $0.name } == ["auth"])
    }

    @Test("The first request that is proposed comes from the demo data of a tenant; without any it leads to the routes of the first tenant")
    func firstRequest() throws {
        let paths = ["lucidda", "eventpass", "peez"].map { "\(repository)/deploy/tenants/\($0).yml" }
        let tenants = try TenantFile.load(paths: paths, catalogue: InstalledServices.catalogue).map(\.definition)
        #expect(FirstRequest.path(of: tenants, demo: "\(repository)/deploy/demo") == "/t/eventpass/api/v1/events?search=tech")
        #expect(FirstRequest.path(of: tenants, demo: nil) == "/t/lucidda/openapi.json" && FirstRequest.path(of: [], demo: nil) == nil)
    }

    @Test("Only an app that mounts the second path of the sign-in has it",
          arguments: ["eventpass": true, "quartier": false, "peez": false, "lucidda": false])
    func signInAlias(_ tenant: String, _ hasAlias: Bool) throws {
        let file = try #require(
            try TenantFile.load(paths: ["\(repository)/deploy/tenants/\(tenant).yml"], catalogue: InstalledServices.catalogue).first)
        let anyKey = SealingKey(id: "any", publicKey: "CQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
        let document = try PublishedDocument.openAPI(of: file.definition,
                                                     manifests: InstalledServices.all.map { $0.manifest(version: "1", sealingKey: anyKey) })
        #expect(document.contains("/auth/login\"") && document.contains("/auth/signin\"") == hasAlias)
    }

    @Test("A tenant that is defined twice, or a host of two tenants, is refused")
    func twice() throws {
        let path = "\(repository)/deploy/tenants/quartier.yml"
        #expect(throws: FileProblems.self) { try TenantFile.load(paths: [path, path], catalogue: InstalledServices.catalogue) }
    }
}
