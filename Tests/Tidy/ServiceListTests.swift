import Contracts
import Foundation
import Kernel
import SoukTool
import Testing

@Suite("Tidy: one list of services")
struct ServiceListTests {
    private static let places = ServicePlaces(root: SourceTree.root)

    @Test("Every place that must name a service does", arguments: Platform.services.map(\.name.rawValue))
    func places(_ name: String) throws {
        let service = try #require(Platform.services.first { $0.name.rawValue == name })
        let missing = Self.places.missing(for: service)
        #expect(missing.isEmpty, "\(missing.joined(separator: "\n"))")
    }

    @Test("A service that is only in the list is missed at every other place")
    func newService() {
        let paths = Set(Self.places.missing(for: Platform.Service("lending"))
            .compactMap { $0.split(separator: " ").first.map { String($0.trimmingPrefix(/:/)) } })
        let wanted: Set<String> = [
            "Shared/Contracts/Platform.swift:", "Package.swift:", "Services/Souk/InstalledServices.swift:",
            "docker/Dockerfile:", "docker/compose.yml:",
            "deploy/kubernetes/kustomization.yaml:", "deploy/kubernetes/lending.yaml", "Services/Lending/LendingService.swift",
            "Services/Lending/README.md", "Services/Lending/Main/main.swift", "Tests/Lending",
        ]
        #expect(paths == wanted, "\(paths.symmetricDifference(wanted).sorted())")
        #expect(Self.places.missingPorts(of: Platform.services + [Platform.Service("lending")]) != nil)
    }

    @Test("Operators find the ports in the order of the list")
    func ports() { #expect(Self.places.missingPorts(of: Platform.services) == nil) }

    @Test("The tool knows the services of the list, in its order")
    func installed() { #expect(InstalledServices.all.map { $0.name } == Platform.services.map(\.name)) }

    @Test("Every folder of Services is a service of the list, the gateway, the broker or the tool")
    func folders() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: "\(SourceTree.root)/Services")
        #expect(Set(folders) == Set(Platform.services.map(\.folder)).union(["Gateway", "Broker", "Souk"]))
    }

    @Test("A message type belongs to the service whose domain it names")
    func owners() {
        for service in Platform.services {
            #expect(Topics.owner(of: MessageType("\(service.domain).something-happened.v1")) == service.name)
        }
    }

    @Test("Files of this repository that list most of the services are checked here or derived from the list")
    func otherLists() {
        // Prose and data about several services, not lists of all of them.
        let known: Set<String> = [
            "Shared/Contracts/Platform.swift", "Package.swift", "Services/Souk/InstalledServices.swift", "docker/Dockerfile",
            "docker/compose.yml", "deploy/kubernetes/kustomization.yaml", "docs/running.md", "Tests/Souk/SharedSettingsTests.swift",
        ]
        let texts = SourceTree.swift + [".yml", ".yaml", ".py", ".sh", ".md", ".json"].flatMap {
            SourceTree.files(below: ["deploy", "docker", "Tests"], ending: $0)
        }
            + ["Package.swift", "docker/Dockerfile", "docs/running.md", "Makefile"].compactMap(SourceTree.read)
        let lists = texts.filter { file in !known.contains(file.path) && file.lines.contains { Self.namesMost($0) } }.map(\.path)
        #expect(lists.isEmpty, "Derive it from Platform.services, or check it in ServicePlaces: \(lists)")
    }

    /// One line with all but at most one of the services.
    private static func namesMost(_ line: String) -> Bool {
        guard line.utf8.count > 40 else { return false }
        let words = Set(line.lowercased().replacing("payments-stub", with: "payments").split { !$0.isLetter }.map(String.init))
        return Platform.services.count { words.contains($0.folder.lowercased()) } >= Platform.services.count - 1
    }
}
