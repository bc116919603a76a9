import Testing

@Suite("Tidy: source files")
struct SourceRulesTests {
    private static let fileLinesMax = 300
    /// For files whose first line says why they are longer: `// Long: …`.
    private static let longFileLinesMax = 440
    private static let functionLinesMax = 60
    private static let mainLinesMax = 15

    /// Senders work beside the log and wait by the machine's clock. Everything else in a service takes time, ids and
    /// randomness from the message.
    private static let besideTheLog: Set<String> = [
        "DeliveryLane.swift", "DeliveryProviders.swift", "DeliveryReports.swift", "DeliverySender.swift",
        "SMTPProvider.swift", "FCMProvider.swift", "ProviderCaller.swift", "WebhookSender.swift"]
    private static var libraries: [SourceTree.File] {
        SourceTree.swift.filter { !$0.path.hasPrefix("Tests/") && !$0.folders.contains("Main") }
    }
    private static var handlers: [SourceTree.File] {
        SourceTree.swift.filter { file in
            file.path.hasPrefix("Services/") && !["Souk", "Gateway", "Broker"].contains(file.service ?? "")
                && !file.folders.contains("Main") && !besideTheLog.contains(file.name)
        }
    }

    private func expectNone(_ findings: [String], _ advice: String) {
        #expect(findings.isEmpty, "\(advice)\n\(findings.joined(separator: "\n"))")
    }

    @Test("A file has at most 300 lines or a first line that says why, main is short")
    func sizes() {
        let long = SourceTree.swift.filter { file in
            file.lines.count > (file.lines[0].hasPrefix("// Long: ") ? Self.longFileLinesMax : Self.fileLinesMax) + 1
        }
        expectNone(long.map { "\($0.path): \($0.lines.count) lines" }, "Split by subject:")
        expectNone(SourceTree.swift.filter { $0.name == "main.swift" && $0.lines.count > Self.mainLinesMax }.map(\.path),
                   "main reads settings, builds, runs:")
    }

    @Test("A function has at most 60 lines")
    func functionLengths() {
        var long: [String] = []
        for file in SourceTree.swift {
            var open: (indent: Int, line: Int)?
            for (index, line) in file.lines.enumerated() {
                let indent = line.prefix { $0 == " " }.count
                let code = line.dropFirst(indent)
                // The parameters may take several lines.
                if open == nil, code.hasSuffix("{") || code.hasSuffix(",") || code.hasSuffix("("),
                   SourceTree.mentions(line, ["func ", "init"]),
                   code.contains(/^([a-z@() ]+ )?(func |init[?(<])/) { open = (indent, index) }
                guard let start = open, code.hasPrefix("}"), indent == start.indent else { continue }
                if index - start.line > Self.functionLinesMax { long.append("\(file.path):\(start.line + 1): \(index - start.line) lines") }
                open = nil
            }
        }
        expectNone(long, "Give the parts names:")
    }

    @Test("Nothing crashes on data: no try!, no fatalError")
    func crashes() {
        // `cast as!` and `!` on values are the compiler's and the reviewer's business; these two are always wrong.
        expectNone(SourceTree.findings(in: Self.libraries) { _, line in
            guard SourceTree.mentions(line, ["try!", "fatalError("]) else { return false }
            let code = SourceTree.code(line)
            return code.contains("try!") || code.contains("fatalError(")
        }, "Throw, or make the state impossible:")
    }

    @Test("Libraries do not print; they log or answer")
    func printing() {
        expectNone(SourceTree.findings(in: Self.libraries) { _, line in
            SourceTree.mentions(line, ["print(", "Print(", "dump("])
                && SourceTree.code(line).contains(/(^|[^A-Za-z.])(print|debugPrint|dump)\(/)
        }, "Use the logger, or Terminal in the tool:")
    }

    @Test("Handlers and rules take time, ids and randomness from the message")
    func determinism() {
        expectNone(SourceTree.findings(in: Self.handlers) { _, line in
            SourceTree.mentions(line, ["Date", "UUID", "random", "shuffled", "sleep", "Timestamp.now", "ContinuousClock", "ProcessInfo"])
                && SourceTree.code(line).contains(#/
                    \bDate\(\)|\bDate\.now\b|\bUUID\(\)|\.random\(|\brandomElement\(|\bshuffled\(\)
                    |Task\.sleep|\bTimestamp\.now\(\)|ContinuousClock|ProcessInfo
                    /#)
        }, "Use tx.now, tx.newID(), tx.secretBytes(for:):")
    }

    @Test("Links to a plugin's routes follow the prefix of its mount")
    func links() {
        expectNone(SourceTree.findings(in: Self.handlers) { _, line in
            SourceTree.mentions(line, ["efinition.basePath"]) && SourceTree.code(line).contains(/[dD]efinition\.basePath\b(?!\(of:)/)
        }, "Use definition.basePath(of: plugin, in: service):")
    }

    @Test("Nothing is left to do, and tests see what others see")
    func leftovers() {
        // These rules name what they forbid.
        let others = SourceTree.swift.filter { !$0.path.hasPrefix("Tests/Tidy/") }
        expectNone(
            SourceTree.findings(in: others) { _, line in
            SourceTree.mentions(line, ["TODO", "FIXME", "XXX", "HACK"]) && line.contains(/\b(TODO|FIXME|XXX|HACK)\b/)
        },
            "Do it, or open an issue:")
        expectNone(SourceTree.findings(in: others) { _, line in SourceTree.mentions(line, ["@testable"]) },
                   "Tests are also built for release; use package access:")
    }

    @Test("Tests wait for what they wait for, not for a while")
    func sleepingTests() {
        let tests = SourceTree.swift.filter { $0.path.hasPrefix("Tests/") && !$0.path.hasPrefix("Tests/Tidy/") }
        expectNone(SourceTree.findings(in: tests) { _, line in
            // A few milliseconds between two looks at a condition are fine.
            SourceTree.mentions(line, ["sleep"])
                && SourceTree.code(line).contains(/(Task\.sleep|Thread\.sleep|(^|[^a-z])sleep)\((?!for: \.milliseconds\([0-9]{1,2}\)\))/)
        }, "Await the event, or poll a condition with a deadline:")
    }

    @Test("Files are named by what they hold")
    func names() {
        let drawers: Set<String> = ["Utils", "Util", "Helpers", "Helper", "Core", "Common", "Misc", "Extensions"]
        expectNone(
            SourceTree.swift.filter { $0.isIn(drawers) || $0.name.contains("+") || $0.name.contains(/(Utils|Helpers?|Manager)\.swift$/) }
                .map(\.path), "Name the subject:")
    }
}
