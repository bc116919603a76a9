import Foundation
import GatewayService
import Kernel
import ServiceKit
import SoukTool
import Testing

@Suite("Examples in the API documents of apps")
struct DocumentExampleTests {
    private static let anyKey = SealingKey(id: "any", publicKey: "CQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")

    @Test("No example is null, that of a request has its fields only, that of a list has entries, and the rest are answers",
          arguments: ["autofill", "eventpass", "lucidda", "peez", "sofra"])
    func examples(app: String) throws {
        let path = "\(repository)/deploy/tenants/\(app).yml"
        let definition = try #require(try TenantFile.load(paths: [path], catalogue: InstalledServices.catalogue).first).definition
        let text = try PublishedDocument.openAPI(
            of: definition, manifests: InstalledServices.all.map { $0.manifest(version: "1", sealingKey: Self.anyKey) })
        let document = try JSON.decode(JSONValue.self, from: Array(text.utf8))
        var requests = 0, answers = 0
        for (path, operations) in document["paths"]?.object ?? [:] {
            for (method, operation) in operations.object ?? [:] {
                let name = "\(method) \(path)"
                if let sent = operation["requestBody"]?["content"]?["application/json"], let example = sent["example"] {
                    let fields = Set((sent["schema"]?["properties"]?.object ?? [:]).keys)
                    #expect(example.object.map { fields.isSuperset(of: $0.keys) } ?? (example.array != nil), "\(name)")
                    requests += 1
                }
                for (status, answer) in operation["responses"]?.object ?? [:] where status.hasPrefix("2") {
                    guard let given = answer["content"]?["application/json"], let example = given["example"] else { continue }
                    let isList = given["schema"]?["properties"]?["meta"] != nil && given["schema"]?["properties"]?["data"] != nil
                    #expect(example != .null && (!isList || example["data"]?.array != nil), "\(name)")
                    answers += 1
                }
            }
        }
        #expect(requests > 5 && answers > 10)
    }

    @Test("Every answer with a body says what it looks like", arguments: ["autofill", "eventpass", "lucidda", "peez", "quartier", "sofra"])
    func answers(app: String) throws {
        let path = "\(repository)/deploy/tenants/\(app).yml"
        let definition = try #require(try TenantFile.load(paths: [path], catalogue: InstalledServices.catalogue).first).definition
        let text = try PublishedDocument.openAPI(
            of: definition, manifests: InstalledServices.all.map { $0.manifest(version: "1", sealingKey: Self.anyKey) })
        let paths = try JSON.decode(JSONValue.self, from: Array(text.utf8))["paths"]?.object ?? [:]
        var bodies = 0
        for (path, operations) in paths {
            for (method, operation) in operations.object ?? [:] {
                for (status, answer) in operation["responses"]?.object ?? [:] where ["200", "201"].contains(status) {
                    let content = answer["content"]?.object ?? [:]
                    #expect(!content.isEmpty && content.values.allSatisfy { $0["schema"] != nil }, "\(method) \(path) \(status)")
                    bodies += content.count
                }
            }
        }
        #expect(bodies > 50)
    }

    @Test("What creates a thing shows it, and the fields of a query have their own examples")
    func kinds() throws {
        let path = "\(repository)/deploy/tenants/eventpass.yml"
        let definition = try #require(try TenantFile.load(paths: [path], catalogue: InstalledServices.catalogue).first).definition
        let text = try PublishedDocument.openAPI(
            of: definition, manifests: InstalledServices.all.map { $0.manifest(version: "1", sealingKey: Self.anyKey) })
        let paths = try JSON.decode(JSONValue.self, from: Array(text.utf8))["paths"]
        let webhook = paths?["/api/v1/webhooks"]?["post"]
        #expect(webhook?["requestBody"]?["content"]?["application/json"]?["example"] == nil)
        #expect(webhook?["responses"]?["201"]?["content"]?["application/json"]?["example"]?["secret"] == "whsec_…")
        let events = paths?["/api/v1/events"]?["get"]
        #expect(events?["responses"]?["200"]?["content"]?["application/json"]?["example"] == nil)
        #expect(events?["parameters"]?.array?.first { $0["name"] == "search" }?["example"] == "tech")
    }
}
