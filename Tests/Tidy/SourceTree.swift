import Contracts
import Foundation

/// The files of the repository, read once.
struct SourceTree: Sendable {
    struct File: Sendable {
        /// From the root of the repository: `Services/Orders/OrdersService.swift`.
        let path: String
        let lines: [String]
        var folders: [Substring] { path.split(separator: "/").dropLast() }
        var name: String { String(path.split(separator: "/").last ?? "") }
        /// `Orders` for everything below `Services/Orders`.
        var service: Substring? { path.hasPrefix("Services/") ? path.split(separator: "/")[1] : nil }
        func isIn(_ names: Set<String>) -> Bool { folders.contains { names.contains(String($0)) } }
        /// May hold SQL: a store by its name, or a change of a schema.
        var isStore: Bool { name.hasSuffix("Store.swift") || folders.last == "Migrations" }
        /// A function of values: whatever is neither a store, nor a declaration, nor a handler.
        var isRule: Bool {
            guard !isStore, !folders.contains("Main"), !name.contains(/(Routes|Schemas|Topics|Service|Feature)\.swift$/) else {
                return false
            }
            let handler = #/
                :\ (Command|Query|FileQuery|Reaction|Preprocessor|Upload|SideEffectWorker|Migration)\b
                | \b[A-Z]\w*(Transaction|Context)\b
                /#
            let words: [StaticString] = ["Command", "Query", "Reaction", "Preprocessor", "Upload", "SideEffectWorker", "Migration",
                                         "Transaction", "Context", "View", "Scope"]
            return !lines.contains { line in
                guard SourceTree.mentions(line, words) else { return false }
                let code = SourceTree.code(line)
                return code.contains(handler)
                    || Platform.services.contains { code.contains("\($0.folder)View") || code.contains("\($0.folder)Scope") }
            }
        }
    }

    static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }

    /// All Swift files of ours.
    static let swift: [File] = files(below: ["Services", "Shared", "Tests"], ending: ".swift")

    static func files(below folders: [String], ending suffix: String) -> [File] {
        folders.flatMap { folder -> [File] in
            guard let walk = FileManager.default.enumerator(atPath: "\(root)/\(folder)") else { return [] }
            return walk.compactMap { $0 as? String }.filter { $0.hasSuffix(suffix) }.sorted().compactMap { read("\(folder)/\($0)") }
        }
    }

    static func read(_ path: String) -> File? {
        FileManager.default.contents(atPath: "\(root)/\(path)").map {
            File(path: path, lines: String(decoding: $0, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
                .map(String.init))
        }
    }

    /// `path:line: text` of every line that the condition finds.
    static func findings(in files: [File], _ condition: (File, String) -> Bool) -> [String] {
        files.flatMap { file in
            file.lines.enumerated().filter { condition(file, $0.element) }.map {
                "\(file.path):\($0.offset + 1): \($0.element.drop { $0 == " " }.prefix(140))"
            }
        }
    }

    /// The line without a comment at its end and without the insides of texts: what the compiler sees.
    static func code(_ line: String) -> String {
        var out: [UInt8] = []
        var isText = false
        var previous = UInt8(ascii: " ")
        for byte in line.utf8 {
            if byte == UInt8(ascii: "\""), previous != UInt8(ascii: "\\") { isText.toggle() }
            if !isText, previous == UInt8(ascii: "/"), byte == UInt8(ascii: "/") { return String(decoding: out.dropLast(), as: UTF8.self) }
            if !isText || byte == UInt8(ascii: "\"") { out.append(byte) }
            previous = byte
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// Whether a line holds one of the words at all: cheap, before a pattern looks closely.
    static func mentions(_ line: String, _ words: [StaticString]) -> Bool {
        line.withCString { text in
            words.contains { word in
                // A text that the compiler knows ends with a zero.
                word.utf8Start.withMemoryRebound(to: CChar.self, capacity: word.utf8CodeUnitCount + 1) { strstr(text, $0) != nil }
            }
        }
    }
}
