import Foundation
import ServiceKit

/// All tenant files of a folder, checked together.
enum TenantFolder {
    /// Throws `FileProblems` when any of them is wrong.
    static func load(_ folder: String) throws -> [TenantFile] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let paths = names.filter { $0.hasSuffix(".yml") || $0.hasSuffix(".yaml") }.sorted().map { "\(folder)/\($0)" }
        guard !paths.isEmpty else { throw Installation.Invalid(description: "there are no tenant files in \(folder)") }
        return try TenantFile.load(paths: paths, catalogue: InstalledServices.catalogue)
    }
}
