/// Columns that line up. Numbers stand right.
public struct TextTable {
    private let titles: [String]
    private var rows: [[String]] = []

    public init(_ titles: String...) { self.titles = titles }
    public init(titles: [String]) { self.titles = titles }

    public mutating func add(_ cells: String...) { rows.append(cells) }
    public mutating func add(cells: [String]) { rows.append(cells) }
    public var isEmpty: Bool { rows.isEmpty }

    public var text: String {
        let all = [titles] + rows
        let widths = titles.indices.map { column in all.map { column < $0.count ? Self.width($0[column]) : 0 }.max() ?? 0 }
        let isNumeric = titles.indices.map { column in
            !rows.isEmpty && rows.allSatisfy {
                column < $0.count && ($0[column].isEmpty || $0[column] == "-" || $0[column].first?.isNumber == true)
            }
        }
        return all.map { cells in
            titles.indices.map { column in
                let cell = column < cells.count ? cells[column] : ""
                let padding = String(repeating: " ", count: max(0, widths[column] - Self.width(cell)))
                return isNumeric[column] ? padding + cell : cell + padding
            }.joined(separator: "  ").trimmedAtEnd
        }.joined(separator: "\n")
    }

    /// Characters on the screen: colour codes take none.
    private static func width(_ text: String) -> Int {
        var count = 0
        var isCode = false
        for character in text {
            if character == "\u{1B}" { isCode = true } else if isCode { isCode = character != "m" } else { count += 1 }
        }
        return count
    }
}

extension String {
    var trimmedAtEnd: String {
        var text = self[...]
        while text.last == " " { text = text.dropLast() }
        return String(text)
    }
}
