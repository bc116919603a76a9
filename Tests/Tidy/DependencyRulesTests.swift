import Foundation
import Testing

@Suite("Tidy: who may know whom")
struct DependencyRulesTests {
    private static let services: Set<Substring> = ["Auth", "Catalog", "Orders", "Payments", "Scheduling", "Notifications"]
    private static var ofServices: [SourceTree.File] { SourceTree.swift.filter { services.contains($0.service ?? "") } }

    private func imports(_ line: String) -> Substring? {
        guard SourceTree.mentions(line, ["import "]) else { return nil }
        return line.firstMatch(of: /^(?:public |package |internal |private |@preconcurrency )*import (?:struct |class |enum |func )?([A-Za-z0-9_]+)/)?.1
    }

    @Test("No service imports another one")
    func services() {
        let found = SourceTree.findings(in: Self.ofServices) { file, line in
            guard let module = imports(line), module.hasSuffix("Service") else { return false }
            // Main/ of a service imports its own library.
            return !(file.folders.contains("Main") && module == (file.service ?? "") + "Service")
        }
        #expect(found.isEmpty, "Talk over topics:\n\(found.joined(separator: "\n"))")
    }

    @Test("Only Main/ knows Kafka")
    func kafka() {
        let found = SourceTree.findings(in: Self.ofServices.filter { !$0.folders.contains("Main") }) { _, line in ["Kafka", "CRdKafka"].contains(imports(line) ?? "") }
        #expect(found.isEmpty, "Use the words of Shared/Messaging:\n\(found.joined(separator: "\n"))")
    }

    @Test("Domain/ knows neither the database nor the log")
    func domain() {
        let found = SourceTree.findings(in: Self.ofServices.filter { $0.folders.contains("Domain") }) { _, line in
            ["GRDB", "Storage", "Messaging", "Kafka"].contains(imports(line) ?? "")
        }
        #expect(found.isEmpty, "A rule is a function of values:\n\(found.joined(separator: "\n"))")
    }

    @Test("SQL lies in Storage/")
    func sql() {
        let found = SourceTree.findings(in: Self.ofServices.filter { !$0.folders.contains("Storage") }) { _, line in
            SourceTree.mentions(line, ["sql:", "SELECT", "INSERT", "UPDATE", "DELETE"]) && (SourceTree.code(line).contains("sql:") || line.contains(/"(SELECT|INSERT|UPDATE|DELETE) [a-z*]/))
        }
        #expect(found.isEmpty, "Give the question a name in a store:\n\(found.joined(separator: "\n"))")
    }

    @Test("The package gives no service another service, and none Kafka")
    func package() throws {
        let manifest = try #require(SourceTree.read("Package.swift"))
        let lines = manifest.lines.filter { $0.contains("Target.service(") || $0.contains("let kit:") }
        #expect(lines.count == 7)
        for line in lines where !line.contains("static func") {
            let dependencies = line.split(separator: "[").dropFirst().joined()
            #expect(!dependencies.contains("Service\"") && !dependencies.contains("\"Kafka\"") && !dependencies.contains("CRdKafka"), "\(line)")
        }
    }
}
