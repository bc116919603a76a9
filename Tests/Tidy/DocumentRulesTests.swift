import Contracts
import Foundation
import SoukTool
import Testing

@Suite("Tidy: documents")
struct DocumentRulesTests {
    private static var documents: [SourceTree.File] {
        ["README.md", "CONTRIBUTING.md"].compactMap(SourceTree.read) + SourceTree.files(below: ["docs", "Services", "deploy", "docker"],
            ending: ".md")
    }

    @Test("Links lead somewhere")
    func links() {
        for document in Self.documents {
            let folder = document.folders.joined(separator: "/")
            for line in document.lines {
                for match in line.matches(of: /\]\(([^)#:]+)(?:#[^)]*)?\)/) {
                    let path = match.1.hasPrefix("/") ? String(match.1) : "\(folder)/\(match.1)"
                    #expect(FileManager.default.fileExists(atPath: "\(SourceTree.root)/\(path)"), "\(document.path): \(match.1)")
                }
            }
        }
    }

    @Test("Paths that these documents name exist", arguments: ["README.md", "CONTRIBUTING.md", "docs/style.md"])
    func paths(_ name: String) throws {
        let document = try #require(SourceTree.read(name))
        for line in document.lines {
            for match in line.matches(of: /`((?:Services|Shared|Tests|deploy|docker|docs)\/[A-Za-z0-9\/._-]*)`/) {
                #expect(FileManager.default.fileExists(atPath: "\(SourceTree.root)/\(match.1)"), "\(name): \(match.1)")
            }
        }
    }

    @Test("Documents that follow from the services are fresh")
    func fresh() throws {
        let generated = try GeneratedDocuments.all(golden: "\(SourceTree.root)/Tests/Contracts/Golden",
                                                   tenantFile: "\(SourceTree.root)/deploy/tenants/eventpass.yml")
        for (name, text) in generated {
            let current = FileManager.default.contents(atPath: "\(SourceTree.root)/docs/\(name)").map {
                String(decoding: $0, as: UTF8.self)
            }
            #expect(current == text, "docs/\(name) is stale; write it anew: make docs")
        }
    }

    @Test("Tests that docs/asvs.md names exist, and it names every item that a test carries")
    func asvs() throws {
        let document = try #require(SourceTree.read("docs/asvs.md"))
        let tests = SourceTree.files(below: ["Tests"], ending: "Tests.swift")
        var listed: Set<Substring> = []
        for line in document.lines where line.hasPrefix("|") {
            listed.formUnion(line.matches(of: /[0-9]+\.[0-9]+\.[0-9]+/).map(\.output))
            for match in line.matches(of: /`([A-Za-z]+Tests)\.([A-Za-z]+)`/) {
                let file = tests.first { $0.name == "\(match.1).swift" }
                #expect(file?.lines.contains { $0.contains("func \(match.2)(") } == true, "docs/asvs.md: \(match.0)")
            }
        }
        for file in tests {
            for line in file.lines where line.contains("@Test(") && line.contains("ASVS") {
                for match in line.matches(of: /[0-9]+\.[0-9]+\.[0-9]+/) {
                    #expect(listed.contains(match.output), "\(file.path): \(match.output) is missing in docs/asvs.md")
                }
            }
        }
    }

    @Test("Every service has its canvas")
    func canvases() throws {
        for service in try FileManager.default.contentsOfDirectory(atPath: "\(SourceTree.root)/Services") {
            #expect(SourceTree.read("Services/\(service)/README.md").map { $0.lines.count > 3 } == true, "Services/\(service)/README.md")
        }
    }

    @Test("The README of a service names its folders, and no others", arguments: Platform.services.map(\.folder) + ["Gateway"])
    func folders(_ service: String) throws {
        let readme = try #require(SourceTree.read("Services/\(service)/README.md"))
        let named = Set(readme.lines.flatMap { line in line.matches(of: /`([A-Za-z]+)\/`/).map { String($0.1) } })
        let files = SourceTree.files(below: ["Services/\(service)"], ending: ".swift")
        let actual = Set(files.flatMap { $0.folders.dropFirst(2).map(String.init) }).subtracting(["Main", "Migrations"])
        #expect(named == actual, "Services/\(service)/README.md: \(named.symmetricDifference(actual).sorted())")
    }

    /// Texts in the programs that start so and are one word.
    private static func texts(startingWith prefix: StaticString) -> Set<Substring> {
        var found: Set<Substring> = []
        for file in SourceTree.swift where !file.path.hasPrefix("Tests/") {
            for line in file.lines where SourceTree.mentions(line, [prefix]) {
                for match in line.matches(of: /"([A-Za-z_]+)"/) { found.insert(match.1) }
            }
        }
        return found
    }

    @Test("Metrics that alerts and dashboards ask for exist")
    func metrics() {
        let names = Self.texts(startingWith: "souk_")
        for file in [".yml", ".yaml", ".json"].flatMap({ SourceTree.files(below: ["deploy"], ending: $0) }) {
            for line in file.lines {
                for match in line.matches(of: /\b(souk_[a-z_]+?)(?:_bucket|_sum|_count)?\b/) where !line.contains("record: \(match.1)") {
                    #expect(names.contains(match.1), "\(file.path): no program has a metric \(match.1)")
                }
            }
        }
    }

    @Test("Settings that deployments set exist")
    func environment() {
        let names = Self.texts(startingWith: "SOUK_")
        let files = ["yml", "yaml"].flatMap { SourceTree.files(below: ["deploy", "docker"], ending: ".\($0)") }
            + ["docker/Dockerfile"].compactMap(SourceTree.read)
        for file in files {
            for line in file.lines {
                for match in line.matches(of: /\b(SOUK_[A-Z_]+)\b/) {
                    #expect(names.contains(match.1), "\(file.path): no program reads \(match.1)")
                }
            }
        }
    }
}
