import Testing

@Suite("Tidy: lengths of lines")
struct LineLengthTests {
    private static let columnsMax = 140

    /// Code, not data: tables of Markdown, golden files and sentences of tenant files keep their rows.
    private static var code: [SourceTree.File] {
        SourceTree.swift
            + [".py", ".sh", ".c", ".h"].flatMap {
                SourceTree.files(below: ["Services", "Shared", "Tests", "deploy", "docker"], ending: $0)
            }
            + ["Package.swift", "Makefile", "docker/Dockerfile", ".ci/run"].compactMap(SourceTree.read)
    }

    @Test("No line is longer than 140 columns")
    func columns() {
        let long = SourceTree.findings(in: Self.code) { _, line in
            // A row of a table in a comment cannot be broken.
            line.utf8.count > Self.columnsMax && line.count > Self.columnsMax && !line.contains(/^ *\/\/\/ \|/)
        }
        #expect(long.isEmpty, "Break the line:\n\(long.joined(separator: "\n"))")
        #expect(Self.code.count > 1000, "the walk over the files finds hardly any")
    }
}
