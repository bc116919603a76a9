/// Signs of books as ASCII has them, in SQL: for migrations of keys that `SearchFolding.orderKey` made before it knew these signs.
package enum PlainMarks {
    // Migrations stay as they are: a sign that is missing here comes with the next change of its row.
    private static let plain: KeyValuePairs = [
        "'": ["\u{2018}", "\u{2019}", "\u{201A}", "\u{201B}", "\u{2039}", "\u{203A}"],
        "\"": ["\u{AB}", "\u{BB}", "\u{201C}", "\u{201D}", "\u{201E}", "\u{201F}"],
        "-": ["\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2015}"],
        " ": ["\u{A0}", "\u{2002}", "\u{2003}", "\u{2004}", "\u{2005}", "\u{2006}", "\u{2007}", "\u{2008}", "\u{2009}", "\u{200A}",
              "\u{202F}", "\u{205F}", "\u{3000}"],
        ".": ["\u{A1}", "\u{A7}", "\u{B6}", "\u{B7}", "\u{BF}", "\u{2020}", "\u{2022}", "\u{2026}", "\u{2032}", "\u{2033}", "\u{60C}",
              "\u{61B}", "\u{61F}", "\u{6D4}"],
    ]

    /// Updates of a column with such keys: the folded name, which comes first, takes the plain signs. One for each of these, because
    /// SQLite bounds how deep calls nest.
    package static func update(_ table: String, _ column: String) -> String {
        let folded = "substr(\(column), 1, instr(\(column), char(1)) - 1)"
        return plain.map { ascii, signs in
            let quoted = ascii == "'" ? "''" : ascii
            return """
                UPDATE \(table) SET \(column) = \(signs.reduce(folded) { "replace(\($0), '\($1)', '\(quoted)')" })
                    || substr(\(column), instr(\(column), char(1)))
                WHERE \(column) GLOB '*[\(signs.joined())]*' AND instr(\(column), char(1)) > 1;
                """
        }.joined(separator: "\n")
    }
}
