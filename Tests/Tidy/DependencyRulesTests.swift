import Contracts
import Foundation
import Testing

@Suite("Tidy: who may know whom")
struct DependencyRulesTests {
    private static let services = Set(Platform.services.map { Substring($0.folder) })
    private static var ofServices: [SourceTree.File] { SourceTree.swift.filter { services.contains($0.service ?? "") } }

    private func imports(_ line: String) -> Substring? {
        guard SourceTree.mentions(line, ["import "]) else { return nil }
        return line.firstMatch(
            of: /^(?:public |package |internal |private |@preconcurrency )*import (?:struct |class |enum |func )?([A-Za-z0-9_]+)/)?.1
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
        let found = SourceTree.findings(in: Self.ofServices.filter { !$0.folders.contains("Main") }) { _, line in
            ["Kafka", "CRdKafka"].contains(imports(line) ?? "")
        }
        #expect(found.isEmpty, "Use the words of Shared/Messaging:\n\(found.joined(separator: "\n"))")
    }

    /// Files that write SQL from a filter, read rows or take raw bytes. Each stays in this list until it is split.
    private static let notYetPure: Set<String> = [
        "EventCondition.swift", "ShopCondition.swift", "OrderRow.swift", "CalendarReading.swift",
        "Verdict.swift", "SettingsCheck.swift", "SecretAnswer.swift", "FCMProvider.swift", "ListedEvent.swift",
    ]

    @Test("Rules know neither the database nor the log")
    func rules() {
        let rules = Self.ofServices.filter(\.isRule)
        let found = SourceTree.findings(in: rules.filter { !Self.notYetPure.contains($0.name) }) { _, line in
            ["GRDB", "Storage", "Messaging", "Kafka"].contains(imports(line) ?? "")
        }
        #expect(found.isEmpty, "A rule is a function of values:\n\(found.joined(separator: "\n"))")
        #expect(rules.count > 200, "the pattern for handlers takes rules for handlers")
        #expect(Self.notYetPure.isSubset(of: Self.ofServices.map(\.name)), "a file is gone: take it off the list")
    }

    /// Files that turn a filter into SQL or rows into answers. Each stays in this list until a store does that.
    private static let notYetStores: Set<String> = [
        "EventCondition.swift", "ShopCondition.swift", "ShopPresenter.swift", "MembershipRepository.swift", "OrderRow.swift",
        "PageSource.swift", "CalendarReading.swift",
    ]

    @Test("Only stores, migrations and transactions know the database")
    func database() {
        let others = Self.ofServices.filter {
            !$0.isStore && !$0.name.hasSuffix("Transaction.swift") && !Self.notYetStores.contains($0.name)
        }
        let found = SourceTree.findings(in: others) { _, line in imports(line) == "GRDB" }
        #expect(found.isEmpty, "Ask a store:\n\(found.joined(separator: "\n"))")
        #expect(Self.notYetStores.isSubset(of: Self.ofServices.map(\.name)), "a file is gone: take it off the list")
    }

    @Test("SQL lies in stores and migrations")
    func sql() {
        let found = SourceTree.findings(in: Self.ofServices.filter { !$0.isStore }) { _, line in
            SourceTree.mentions(line, ["sql:", "SELECT", "INSERT", "UPDATE", "DELETE"])
                && (SourceTree.code(line).contains("sql:") || line.contains(/"(SELECT|INSERT|UPDATE|DELETE) [a-z*]/))
        }
        #expect(found.isEmpty, "Give the question a name in a store:\n\(found.joined(separator: "\n"))")
    }

    @Test("The package links no service with another one, and none but its program with Kafka", arguments: Platform.services.map(\.folder))
    func package(_ folder: String) throws {
        let package = try Self.package.get()
        let own = package.targets.filter { $0.isBelow("Services/\(folder)") }
        let libraries = own.filter { $0.type == "regular" }
        #expect(libraries.contains { $0.name == "\(folder)Service" } && own.contains { $0.type == "executable" })
        let others = Set(Platform.services.map(\.folder)).subtracting([folder]).union(["Gateway", "Broker", "Souk"])
        for target in own {
            let linked = package.closure(of: target.name)
            let foreign = package.targets.filter { other in
                linked.contains(other.name) && others.contains { other.isBelow("Services/\($0)") }
            }.map(\.name)
            #expect(foreign.isEmpty, "\(target.name) talks over topics")
            #expect(target.type == "executable" || linked.isDisjoint(with: ["Kafka", "CRdKafka"]),
                    "\(target.name) uses the words of Shared/Messaging")
        }
        // A subject that is a target of its own sees what its line names, and never its whole service.
        let manifest = try #require(SourceTree.read("Package.swift"))
        for line in manifest.lines where line.contains("Subject(name:") {
            #expect(!line.contains("Service\"") && !line.contains("Kafka\""), "\(line)")
        }
    }

    @Test("What the tool says to a running platform needs no code of a service, so a change of one does not compile it")
    func platformOfTheTool() throws {
        let package = try Self.package.get()
        let linked = package.closure(of: "SoukPlatform")
        #expect(linked.contains("Messaging"))
        let services = package.targets.filter { target in
            linked.contains(target.name) && Platform.services.contains { target.isBelow("Services/\($0.folder)") }
        }.map(\.name)
        #expect(services.isEmpty, "Let SoukTool ask the service:\n\(services.joined(separator: "\n"))")
    }
    private static let package = Result { try PackageFacts.load() }
}
