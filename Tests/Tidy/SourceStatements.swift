import Foundation

/// The SQL that stands in the sources as it is executed: texts that begin with a verb of SQL.
enum SourceStatements {
    /// The statements of a file. Inserted columns (`SELECT \(columns) FROM`) become `*`, inserted limits and lists
    /// become parameters; texts whose other parts are inserted are left out, because only the run knows them.
    static func of(_ file: SourceTree.File) -> [String] {
        literals(in: file.lines.joined(separator: "\n")).flatMap { literal -> [String] in
            let text = literal.split { $0 == " " || $0 == "\n" }.joined(separator: " ").replacing(/SELECT (DISTINCT )?§/) {
                "SELECT \($0.1 ?? "")*"
            }
                .replacing("LIMIT §", with: "LIMIT ?").replacing("IN (§)", with: "IN (?, ?)")
            guard text.contains(/^(SELECT|INSERT|UPDATE|DELETE|WITH|REPLACE) [a-zA-Z*(]/), !text.contains("§") else { return [] }
            return text.split(separator: ";").map { String($0.trimmingPrefix(" ")) }.filter { !$0.isEmpty }
        }
    }

    /// The texts of a source, with § in place of every interpolation.
    private static func literals(in source: String) -> [String] {
        var found: [String] = []
        var rest = Array(source.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "/"), rest.first == byte {
                rest = rest.drop { $0 != UInt8(ascii: "\n") }
            } else if byte == UInt8(ascii: "\"") {
                let isLong = rest.starts(with: "\"\"".utf8)
                if isLong { rest = rest.dropFirst(2) }
                found.append(literal(&rest, until: isLong ? "\"\"\"" : "\""))
            }
        }
        return found
    }

    private static func literal(_ rest: inout ArraySlice<UInt8>, until end: String) -> String {
        var text: [UInt8] = []
        while !rest.isEmpty, !rest.starts(with: end.utf8) {
            let byte = rest.removeFirst()
            guard byte == UInt8(ascii: "\\") else {
                text.append(byte)
                continue
            }
            guard rest.popFirst() == UInt8(ascii: "(") else { continue }
            var depth = 1
            while depth > 0, let inner = rest.popFirst() {
                if inner == UInt8(ascii: "(") { depth += 1 }
                if inner == UInt8(ascii: ")") { depth -= 1 }
            }
            text += Array("§".utf8)
        }
        rest = rest.dropFirst(end.utf8.count)
        return String(decoding: text, as: UTF8.self)
    }
}
