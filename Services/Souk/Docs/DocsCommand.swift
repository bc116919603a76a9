import ArgumentParser
import Foundation
import Kernel

struct DocsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "docs", abstract: "Write the documents that follow from the services: docs/messages.md, asyncapi.yaml.")

    @Flag(name: .long, help: "Write nothing; end with status 1 when a document is stale.") var check = false

    func run() throws {
        let installation = try Installation()
        let docs = try installation.folder("docs")
        var isStale = false
        for (name, text) in try GeneratedDocuments.all(golden: installation.folder("Tests/Contracts/Golden")) {
            let path = "\(docs)/\(name)"
            let current = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
            guard current != text else { continue }
            isStale = true
            if check {
                Terminal.note("\(path) is stale; write it anew: make docs")
            } else {
                try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
                Terminal.say("wrote \(path)")
            }
        }
        if check, isStale { throw ExitCode(1) }
    }
}

/// The documents that nobody writes by hand.
public enum GeneratedDocuments {
    /// File name below `docs/` and content.
    public static func all(golden: String) throws -> [(name: String, text: String)] {
        [("messages.md", MessagesDocument().text), ("asyncapi.yaml", AsyncAPIDocument(golden: golden).text)]
    }
}
