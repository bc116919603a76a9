import Foundation
import Kernel
import ServiceKit
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

    @Test("A tenant that is defined twice, or a host of two tenants, is refused")
    func twice() throws {
        let path = "\(repository)/deploy/tenants/quartier.yml"
        #expect(throws: FileProblems.self) { try TenantFile.load(paths: [path, path], catalogue: InstalledServices.catalogue) }
    }
}
