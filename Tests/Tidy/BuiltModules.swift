import Foundation
import Kernel

/// The modules and objects of the build that these tests belong to. New code compiles and links against them in seconds.
struct BuiltModules {
    struct Failed: Error, CustomStringConvertible { let description: String }

    private let folder: String
    private let flags: [String]

    init() throws {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        folder = (tests as NSString).deletingLastPathComponent
        let description = try JSON.decode(JSONValue.self, from: [UInt8](Data(contentsOf: URL(filePath: "\(folder)/description.json"))))
        let commands = description["swiftCommands"]?.object ?? [:]
        guard let own = commands.first(where: { $0.key.hasPrefix("C.TidyTests-") })?.value else {
            throw Failed(description: "the build does not describe TidyTests")
        }
        flags = Self.shared(own["otherArguments"]?.array?.compactMap(\.string) ?? [])
    }

    /// What any module of the package needs: where C modules are, the language version, the name of the package.
    private static func shared(_ arguments: [String]) -> [String] {
        var kept: [String] = []
        var rest = arguments[...]
        while let next = rest.popFirst() {
            if ["-Xcc", "-target", "-swift-version", "-package-name"].contains(next) { kept += [next, rest.popFirst() ?? ""] }
            if next.hasPrefix("-I") || next.hasPrefix("-D") { kept.append(next) }
        }
        return kept
    }

    /// Compiles a module into the folder: `<module>.o` and `<module>.swiftmodule`.
    func compile(_ module: String, _ sources: [String], in output: String) throws {
        try swiftc(["-module-name", module, "-parse-as-library", "-whole-module-optimization", "-Onone", "-c", "-o",
                    "\(output)/\(module).o", "-emit-module", "-emit-module-path", "\(output)/\(module).swiftmodule"] + sources, in: output)
    }

    func typecheck(_ source: String, in output: String) throws { try swiftc(["-typecheck", source], in: output) }

    /// Links the folder's modules with everything that these tests are linked with, tests left out.
    func link(_ modules: [String], as program: String, in output: String) throws {
        let list = try String(contentsOfFile: "\(folder)/soukPackageTests.product/Objects.LinkFileList", encoding: .utf8)
        let objects = list.split(separator: "\n").filter { !$0.contains("Tests.build/") && !$0.contains("soukPackageTests.") }
        try Data(objects.joined(separator: "\n").utf8).write(to: URL(filePath: "\(output)/objects"))
        let libraries = ["-lrdkafka", "-lsqlite3", "-lssl", "-lcrypto", "-lz", "-lqrencode", "-lpng16", "-lstdc++"]
        try swiftc(["-use-ld=lld", "-o", program] + modules.map { "\(output)/\($0).o" } + ["@\(output)/objects"] + libraries, in: output)
    }

    private func swiftc(_ arguments: [String], in output: String) throws {
        let done = try Tool.run("/usr/bin/env", ["swiftc", "-I", output, "-I", "\(folder)/Modules", "-module-cache-path", "\(output)/cache"]
            + flags + arguments, in: output)
        guard done.status == 0 else { throw Failed(description: done.output) }
    }
}
