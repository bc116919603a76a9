import Kernel
import ServiceKit
import SoukTool
import Testing

@Suite("Tidy: features")
struct FeatureRulesTests {
    private static let linesMax = 60
    private static let services = InstalledServices.all.map { $0.name.rawValue }

    private static func contents<S: PlatformService>(of _: S.Type) -> ServiceContents { S.contents }
    /// `Catalog` for `catalog`: the folder of its files below `Services/`.
    private static func folder<S: PlatformService>(of _: S.Type) -> String { String(describing: S.self) }

    /// `TicketSalesFeature.swift` declares `ticket-sales`.
    private static func featureName(_ file: SourceTree.File) -> String {
        var name = ""
        for character in file.name.dropLast("Feature.swift".count) {
            if character.isUppercase, !name.isEmpty { name += "-" }
            name += character.lowercased()
        }
        return name
    }

    /// The feature files of a service by the name of their feature.
    private static func files(of folder: String) -> [String: SourceTree.File] {
        let files = SourceTree.swift.filter { $0.path.hasPrefix("Services/\(folder)/") && $0.name.hasSuffix("Feature.swift") }
        return Dictionary(files.map { (featureName($0), $0) }) { first, _ in first }
    }

    /// Every type of a feature that the service runs, by its Swift name.
    private static func handlers(of feature: Feature) -> [String] {
        let runs: [any Any.Type] = feature.migrations + feature.commands + feature.timers + feature.reactions + feature.queries
            + feature.preprocessors + feature.uploads + feature.sideEffectWorkers
        // A generic handler is declared once, whatever it is made for.
        return runs.map { String(String(describing: $0).prefix { $0 != "<" }) }
    }

    /// Types in these files that conform to a protocol of handlers.
    private static func declared(in files: [SourceTree.File]) -> Set<String> {
        var found: Set<String> = []
        for file in files {
            for line in file.lines where SourceTree.mentions(line, ["struct ", "enum ", "class ", "extension "]) {
                let declaration = #/
                    ^(?:public\ |package\ |final\ )*(?:struct|enum|class|extension)\ (\w+)(?:<[^>]*>)?:
                    .*\b(?:Command|Query|FileQuery|Reaction|Preprocessor|Upload|SideEffectWorker|Migration)\b
                    /#
                if let name = SourceTree.code(line).firstMatch(of: declaration)?.1 { found.insert(String(name)) }
            }
        }
        return found
    }

    @Test("Who is said to wait for an event acts on it, and has its publisher's events directly, not in bulk")
    func awaited() throws {
        for publisher in ServiceFacts.all {
            for (type, awaiting) in publisher.awaiting {
                guard case .only(let services) = awaiting else { continue }
                for name in services {
                    let service = try #require(InstalledServices.named(name), "\(type) names \(name)")
                    let contents = Self.contents(of: service)
                    #expect(contents.reactions.contains { Self.fact(of: $0) == type }, "\(name) does not act on \(type)")
                    #expect(!contents.bulkEvents.contains(publisher.name), "\(name) gathers what \(publisher.name) publishes: \(type)")
                }
            }
        }
    }
    private static func fact<R: Reaction>(of _: R.Type) -> MessageType { R.Fact.type }

    @Test("No two features of a service declare one handler, plugin or migration", arguments: services)
    func clashes(_ name: String) throws {
        let service = try #require(InstalledServices.named(ServiceName(name)))
        #expect(Self.contents(of: service).clashes.isEmpty)
    }

    @Test("A feature is one file of at most 60 lines, named after it, alone in its folder", arguments: services)
    func oneScreen(_ name: String) throws {
        let service = try #require(InstalledServices.named(ServiceName(name)))
        let folder = Self.folder(of: service), files = Self.files(of: folder)
        #expect(Self.contents(of: service).features.map(\.name).sorted() == files.keys.sorted())
        #expect(Set(files.values.map(\.folders)).count == files.count, "two features in one folder")
        for file in files.values { #expect(file.lines.count <= Self.linesMax + 1, "\(file.path): \(file.lines.count - 1) lines") }
    }

    @Test("A feature declares every handler and migration of its folder, and none of another", arguments: services)
    func complete(_ name: String) throws {
        let service = try #require(InstalledServices.named(ServiceName(name)))
        let folder = Self.folder(of: service), features = Self.files(of: folder)
        let sources = SourceTree.swift.filter { $0.path.hasPrefix("Services/\(folder)/") }
        // A file belongs to the feature in the nearest folder above it.
        let owners = Dictionary(grouping: sources) { source in
            features.filter { source.folders.starts(with: $0.value.folders) }.max { $0.value.folders.count < $1.value.folders.count }?.key
        }
        for (owner, files) in owners where owner == nil {
            #expect(Self.declared(in: files).isEmpty, "a handler stands in a folder without a feature")
        }
        for feature in Self.contents(of: service).features {
            let handlers = Set(Self.handlers(of: feature)), declared = Self.declared(in: owners[feature.name] ?? [])
            #expect(handlers == declared, "\(feature.name): \(handlers.symmetricDifference(declared).sorted())")
        }
    }

    @Test("The README of a service names its features", arguments: services)
    func readme(_ name: String) throws {
        let service = try #require(InstalledServices.named(ServiceName(name)))
        let readme = try #require(SourceTree.read("Services/\(Self.folder(of: service))/README.md"))
        for feature in Self.contents(of: service).features {
            let row = readme.lines.first {
                $0.hasPrefix("| `") && ($0.contains("| `\(feature.name)`") || $0.contains(", `\(feature.name)`"))
            }
            #expect(row != nil, "\(readme.path): \(feature.name)")
        }
    }
}
