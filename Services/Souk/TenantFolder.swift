import Foundation
import ServiceKit
import SoukPlatform

/// All tenant files of a folder, checked together.
enum TenantFolder {
    /// Whether a path is a folder and not a file. Throws when nothing is there.
    static func isFolder(_ path: String) throws -> Bool {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            throw Installation.Invalid(description: "\(path): no such file")
        }
        return isDirectory.boolValue
    }

    /// Throws `FileProblems` when any of them is wrong.
    static func load(_ folder: String) throws -> [TenantFile] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let paths = names.filter { $0.hasSuffix(".yml") || $0.hasSuffix(".yaml") }.sorted().map { "\(folder)/\($0)" }
        guard !paths.isEmpty else { throw Installation.Invalid(description: "there are no tenant files in \(folder)") }
        return try TenantFile.load(paths: paths, catalogue: InstalledServices.catalogue)
    }
}
