/// Signs of books as ASCII has them, in SQL: for migrations of keys that `SearchFolding.orderKey` made before it knew these signs.
package enum PlainMarks {
    // Migrations stay as they are: a sign that is missing here comes with the next change of its row.
    private static let plain: KeyValuePairs = [
        "'": ["\u{2018}", "\u{2019}", "\u{201A}", "\u{201B}", "\u{2039}", "\u{203A}"],
        "\"": ["\u{AB}", "\u{BB}", "\u{201C}", "\u{201D}", "\u{201E}"],
        "-": ["\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}"],
        " ": ["\u{A0}", "\u{2009}", "\u{202F}"],
        ".": ["\u{B7}", "\u{2026}", "\u{60C}", "\u{61B}", "\u{61F}"],
    ]

    /// An `UPDATE` of a column with such keys: the folded name, which comes first, takes the plain signs.
    package static func update(_ table: String, _ column: String) -> String {
        let folded = "substr(\(column), 1, instr(\(column), char(1)) - 1)"
        let signs = plain.flatMap { ascii, signs in signs.map { (ascii == "'" ? "''" : ascii, $0) } }
        return """
            UPDATE \(table) SET \(column) = \(signs.reduce(folded) { "replace(\($0), '\($1.1)', '\($1.0)')" })
                || substr(\(column), instr(\(column), char(1)))
            WHERE \(column) GLOB '*[\(signs.map(\.1).joined())]*' AND instr(\(column), char(1)) > 1;
            """
    }
}
