import Contracts
import Foundation
import Testing

@Suite("Tidy: CONTRIBUTING.md")
struct ContributingTests {
    private static let service = Platform.Service("loyalty")

    private func guide() throws -> String { try #require(SourceTree.read("CONTRIBUTING.md")).lines.joined(separator: "\n") }

    @Test("The service of its last section is in every list, and in the package")
    func lists() throws {
        let copy = try GuideCopy(guide(), from: SourceTree.root)
        defer { copy.remove() }
        let places = ServicePlaces(root: copy.root)
        #expect(places.missing(for: Self.service) == [])
        #expect(places.missingPorts(of: Platform.services + [Self.service]) == nil)
        let package = try PackageFacts.load(root: copy.root)
        for name in ["LoyaltyService", "loyalty", "LoyaltyTests"] {
            let target = try #require(package.targets.first { $0.name == name })
            #expect(FileManager.default.fileExists(atPath: "\(copy.root)/\(target.path ?? "")"))
        }
        #expect(package.closure(of: "souk").contains("LoyaltyService"))
    }

    @Test("The service of its last section compiles, and its tests pass: each message twice, the log replayed", .timeLimit(.minutes(5)))
    func builds() throws {
        let copy = try GuideCopy(guide(), from: SourceTree.root)
        defer { copy.remove() }
        let output = copy.root + "/build"
        try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
        let modules = try BuiltModules()
        // Contracts is built already, so messages of the service compile with the service.
        let messages = try copy.sources(below: "Shared/Contracts").map { path in
            let copied = "\(output)/\((path as NSString).lastPathComponent)"
            try Data(("import Contracts\n" + String(contentsOfFile: path, encoding: .utf8)).utf8).write(to: URL(filePath: copied))
            return copied
        }
        try modules.compile("LoyaltyService", copy.sources(below: "Services/Loyalty") + messages, in: output)
        try modules.typecheck("\(copy.root)/Services/Loyalty/Main/main.swift", in: output)
        let runner = "import Testing\n@main struct Runner { static func main() async { await Testing.__swiftPMEntryPoint() as Never } }\n"
        try Data(runner.utf8).write(to: URL(filePath: "\(output)/Runner.swift"))
        try modules.compile("LoyaltyTests", copy.sources(below: "Tests/Loyalty") + ["\(output)/Runner.swift"], in: output)
        try modules.link(["LoyaltyService", "LoyaltyTests"], as: "\(output)/tests", in: output)
        let run = try Tool.run("\(output)/tests", ["--testing-library", "swift-testing"], in: output)
        #expect(run.status == 0 && run.output.contains("Test run with 2 tests in 1 suite passed"), "\(run.output)")
    }
}
