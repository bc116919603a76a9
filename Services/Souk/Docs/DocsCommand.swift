import ArgumentParser
import Foundation
import GatewayService
import Kernel
import ServiceKit
import SoukPlatform

struct DocsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "docs",
        abstract: "Write the documents that follow from the services: docs/messages.md, asyncapi.yaml, tenants.md, openapi.json.")

    @Option(name: .customLong("openapi-of"), help: "The tenant file whose API openapi.json describes.") var tenantFile: String
    @Flag(name: .long, help: "Write nothing; end with status 1 when a document is stale.") var check = false

    func run() throws {
        let installation = try Installation()
        let docs = try installation.folder("docs")
        var isStale = false
        for (name, text) in try GeneratedDocuments.all(golden: installation.folder("Tests/Contracts/Golden"), tenantFile: tenantFile) {
            let path = "\(docs)/\(name)"
            let current = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
            guard current != text else { continue }
            isStale = true
            if check {
                Terminal.note("\(path) is stale; write it anew: make docs")
            } else {
                try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
                Terminal.say("wrote \(path)")
            }
        }
        if check, isStale { throw ExitCode(1) }
    }
}

/// The generated documents.
public enum GeneratedDocuments {
    /// File name below `docs/` and content.
    /// - Parameters:
    ///   - golden: folder of the golden files.
    ///   - tenantFile: the tenant whose API is documented.
    public static func all(golden: String, tenantFile: String) throws -> [(name: String, text: String)] {
        let tenant = try TenantFile.load(paths: [tenantFile], catalogue: InstalledServices.catalogue)[0].definition
        // Keys belong to a running platform and are in no document; a route with sealed fields wants a valid one (this
        // is the curve's base point).
        let anyKey = SealingKey(id: "document", publicKey: "CQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
        let manifests = InstalledServices.all.map { $0.manifest(version: "1", sealingKey: anyKey) }
        return [
            ("messages.md", MessagesDocument().text), ("asyncapi.yaml", AsyncAPIDocument(golden: golden).text),
            ("tenants.md", TenantsDocument().text),
            ("openapi.json", try PublishedDocument.openAPI(of: tenant, manifests: manifests) + "\n"),
        ]
    }
}
