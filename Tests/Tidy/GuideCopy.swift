import Foundation

/// The parts of the repository that a new service touches, copied to a folder of their own and changed as CONTRIBUTING.md says.
struct GuideCopy {
    /// A fenced block that names a file (```` ```swift Services/… ````), or a shell command.
    struct Block {
        let language, path: String
        let lines: [String]
    }
    struct NotApplicable: Error, CustomStringConvertible { let description: String }

    let root: String
    let blocks: [Block]

    private static let touched = ["Package.swift", "Shared/Contracts", "Services/Souk/InstalledServices.swift", "docker",
                                  "deploy/kubernetes", "docs/running.md"]

    /// Copies, writes the new files, applies the differences and runs the commands.
    init(_ guide: String, from repository: String) throws {
        root = NSTemporaryDirectory() + "souk-guide-\(UUID().uuidString)"
        blocks = Self.blocks(of: guide)
        for path in Self.touched {
            try FileManager.default.createDirectory(atPath: ("\(root)/\(path)" as NSString).deletingLastPathComponent,
                                                    withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: "\(repository)/\(path)", toPath: "\(root)/\(path)")
        }
        for block in blocks where !["diff", "sh"].contains(block.language) { try write(block.lines, to: block.path) }
        for block in blocks where block.language == "diff" { try apply(block) }
        for block in blocks where block.language == "sh" {
            let done = try Tool.run("/bin/sh", ["-euc", block.lines.joined(separator: "\n")], in: root)
            guard done.status == 0 else { throw NotApplicable(description: done.output) }
        }
    }

    func remove() { try? FileManager.default.removeItem(atPath: root) }

    /// The new Swift files below a folder.
    func sources(below folder: String) -> [String] {
        blocks.filter { $0.language == "swift" && $0.path.hasPrefix(folder + "/") && !$0.path.hasSuffix("main.swift") }.map {
            "\(root)/\($0.path)"
        }
    }

    private static func blocks(of guide: String) -> [Block] {
        var blocks: [Block] = []
        var open: (language: String, path: String, lines: [String])?
        for line in guide.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if let block = open, line == "```" {
                blocks.append(Block(language: block.language, path: block.path, lines: block.lines))
                open = nil
            } else if open != nil {
                open?.lines.append(line)
            } else if line.hasPrefix("```") {
                let words = line.dropFirst(3).split(separator: " ")
                open = (String(words.first ?? ""), words.dropFirst().joined(separator: " "), [])
            }
        }
        return blocks.filter { !$0.path.isEmpty || $0.language == "sh" }
    }

    private func write(_ lines: [String], to path: String) throws {
        let path = "\(root)/\(path)"
        try FileManager.default.createDirectory(atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: path))
    }

    /// Finds the lines that stay and go, one after the other and once in the file, and puts those that stay and come in their place.
    private func apply(_ block: Block) throws {
        var lines = try String(contentsOfFile: "\(root)/\(block.path)", encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let before = block.lines.filter { !$0.hasPrefix("+") }.map { String($0.dropFirst()) }
        let after = block.lines.filter { !$0.hasPrefix("-") }.map { String($0.dropFirst()) }
        let places = lines.indices.filter { lines[$0...].starts(with: before) }
        guard places.count == 1, let place = places.first else {
            throw NotApplicable(
                description: "CONTRIBUTING.md: \(block.path) has \(places.count) places with the lines\n\(before.joined(separator: "\n"))")
        }
        lines.replaceSubrange(place..<place + before.count, with: after)
        if lines.last == "" { lines.removeLast() }
        try write(lines, to: block.path)
    }
}

/// A program that a test runs to its end.
enum Tool {
    /// Standard output and errors in one text.
    static func run(_ program: String, _ arguments: [String], in folder: String) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: folder)
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
    }
}
