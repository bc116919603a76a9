import Foundation
import Kernel

/// The package as SwiftPM reads `Package.swift`: targets, where they lie, and what they depend on.
struct PackageFacts: Decodable {
    struct Target: Decodable {
        let name, type: String
        let path: String?
        let dependencies: [[String: [JSONValue]]]
        /// Targets and products by name. Products of other packages have no target here.
        var dependencyNames: [String] { dependencies.flatMap(\.values).compactMap { $0.first?.string } }
        func isBelow(_ folder: String) -> Bool { path == folder || path?.hasPrefix(folder + "/") == true }
    }
    let targets: [Target]

    struct Unreadable: Error { let status: Int32, output: String }

    /// Runs `swift package dump-package`, away from the build that may be running.
    static func load(root: String = SourceTree.root) throws -> PackageFacts {
        let scratch = NSTemporaryDirectory() + "souk-package-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["-u", "SOUK_ONLY", "swift", "package", "--package-path", root, "--scratch-path", scratch, "dump-package"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Unreadable(status: process.terminationStatus, output: String(decoding: bytes, as: UTF8.self))
        }
        return try JSONDecoder().decode(PackageFacts.self, from: bytes)
    }

    /// Everything a target is linked with, itself included.
    func closure(of name: String) -> Set<String> {
        var found: Set<String> = [name]
        var open = [name]
        while let next = open.popLast() {
            for dependency in targets.first(where: { $0.name == next })?.dependencyNames ?? [] where found.insert(dependency).inserted {
                open.append(dependency)
            }
        }
        return found
    }
}
