import Foundation

/// A PDF as poppler reads and draws it (Debian packages poppler-utils and zbar-tools).
struct PrintedPage {
    private let path = NSTemporaryDirectory() + "souk-pdf-\(UUID().uuidString)"
    private let bytes: [UInt8]
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    struct Failed: Error { let program: String, status: Int32, output: String }

    /// What `pdfinfo` says, by name: `Pages`, `Page size`, `Title`. Throws if it complains.
    func info() throws -> [String: String] {
        try withFile { file in
            let output = try Self.run("/usr/bin/pdfinfo", [file], mayComplain: false)
            return output.split(separator: "\n").reduce(into: [:]) { facts, line in
                let parts = line.split(separator: ":", maxSplits: 1)
                if parts.count == 2 { facts[String(parts[0])] = parts[1].trimmingCharacters(in: .whitespaces) }
            }
        }
    }
    /// Its text with one space between two words.
    func text() throws -> String {
        try withFile { file in
            try Self.run("/usr/bin/pdftotext", ["-raw", file, "-"], mayComplain: false).split { $0.isWhitespace }.joined(separator: " ")
        }
    }
    /// The elements of a tagged document as `pdfinfo` lists them, with one space between two words.
    func structure() throws -> String {
        try withFile { file in
            try Self.run("/usr/bin/pdfinfo", ["-struct-text", file], mayComplain: false).split { $0.isWhitespace }.joined(separator: " ")
        }
    }
    /// What another program reads from a drawing of the page.
    func code() throws -> String {
        try withFile { file in
            // Without the fonts of a desktop poppler complains about each of them and draws everything else.
            _ = try Self.run("/usr/bin/pdftoppm", ["-png", "-r", "150", "-singlefile", file, path], mayComplain: true)
            defer { try? FileManager.default.removeItem(atPath: path + ".png") }
            return try Self.run("/usr/bin/zbarimg", ["--raw", "-q", path + ".png"], mayComplain: true).trimmingCharacters(in: .newlines)
        }
    }

    private func withFile<Found>(_ look: (String) throws -> Found) throws -> Found {
        let file = path + ".pdf"
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        defer { try? FileManager.default.removeItem(atPath: file) }
        return try look(file)
    }

    private static func run(_ program: String, _ arguments: [String], mayComplain: Bool) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        let output = Pipe(), complaints = Pipe()
        process.standardOutput = output
        process.standardError = complaints
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        let said = String(decoding: complaints.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0, mayComplain || said.isEmpty else {
            throw Failed(program: program, status: process.terminationStatus, output: said)
        }
        return String(decoding: text, as: UTF8.self)
    }
}
