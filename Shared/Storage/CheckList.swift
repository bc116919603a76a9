/// Lists in the CHECKs of a schema, spelled out: `state IN ('a', 'b', 'c')` becomes `(state = 'a' OR state = 'b' OR state = 'c')`.
///
/// The same condition, but SQLite puts a list of more than two values into a table of its own, and in a CHECK it does
/// so again for every row that is written: 3 µs a column, more than the row itself takes. Migrations stay as they read
/// best; this is how they are executed.
enum CheckList {
    static func spelledOut(_ sql: String) -> String {
        let list = /([a-z_]+) (NOT )?IN \(\s*('[^']*'(?:\s*,\s*'[^']*'){2,})\s*\)/, text = /'[^']*'/
        var out = "", rest = sql[...]
        while let start = rest.firstRange(of: "CHECK (") {
            let end = closing(rest[start.upperBound...])
            out += rest[..<start.upperBound]
            out += rest[start.upperBound..<end].replacing(list) { match in
                let isNegative = match.output.2 != nil
                let tests = match.output.3.matches(of: text).map { "\(match.output.1) \(isNegative ? "<>" : "=") \($0.output)" }
                return "(" + tests.joined(separator: isNegative ? " AND " : " OR ") + ")"
            }
            rest = rest[end...]
        }
        return out + rest
    }

    /// Where the parenthesis that is open at the start is closed; the end, where it is not.
    private static func closing(_ text: Substring) -> Substring.Index {
        var depth = 1, isQuoted = false
        for index in text.indices {
            switch text[index] {
            case "'": isQuoted.toggle()
            case "(" where !isQuoted: depth += 1
            case ")" where !isQuoted:
                depth -= 1
                if depth == 0 { return index }
            default: continue
            }
        }
        return text.endIndex
    }
}
