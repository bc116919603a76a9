import Kernel
import PDF

/// A receipt on paper: tagged, so that a screen reader reads its headings and tables.
package struct FuelReceiptSheet {
    private let contents: FuelReceiptContents
    private let words: FuelReceiptWords
    package init(_ receipt: FuelReceipt, words: FuelReceiptWords, zone: TimeZoneRules) {
        (contents, self.words) = (FuelReceiptContents(receipt, words: words, zone: zone), words)
    }

    // In hundredths of a point.
    private static let paper = PDFPaper.letter
    private static let margin = 5400
    private static let width = paper.width - 2 * margin
    private static let labels = 15_000
    private static let amounts = 12_000
    private static let gray = 35

    package var pdf: [UInt8] {
        var document = PDFDocument(Self.paper, title: "\(contents.title) · \(contents.seller)", language: words.code)
        document.element(.document) { document in
            var y = Self.paper.height - Self.margin
            y = document.element(.paragraph) { $0.text(block(contents.seller, .bold, 1200), x: Self.margin, top: y, gray: Self.gray) } - 600
            y = document.element(.heading) { $0.text(block(contents.title, .bold, 2000), x: Self.margin, top: y) } - 800
            y = facts(top: y, on: &document)
            for table in contents.tables { y = self.table(table, top: y - 2000, on: &document) }
        }
        return document.bytes()
    }

    private func block(_ text: String, _ font: PDFFont, _ size: Int, width: Int = width) -> TextBlock {
        // More lines than a page holds are cut.
        TextBlock(text, font, width: width, fits: [(size, 20)])
    }

    /// Continues on a new page where this one has no room.
    private func room(for height: Int, at y: Int, on document: inout PDFDocument) -> Int {
        guard y - height < Self.margin else { return y }
        document.newPage()
        return Self.paper.height - Self.margin
    }

    private func facts(top: Int, on document: inout PDFDocument) -> Int {
        document.element(.table) { document in
            contents.facts.reduce(top) { y, fact in
                let value = block(fact.value, .plain, 1100, width: Self.width - Self.labels)
                let y = room(for: value.height, at: y, on: &document)
                return document.element(.row) { document in
                    document.element(.rowHeader) {
                        $0.text(WinAnsiText(fact.label), .plain, size: 1100, x: Self.margin, y: y - 1100, gray: Self.gray)
                    }
                    return document.element(.cell) { $0.text(value, x: Self.margin + Self.labels, top: y) } - 300
                }
            }
        }
    }

    private func table(_ table: FuelReceiptContents.Table, top: Int, on document: inout PDFDocument) -> Int {
        var y = room(for: 8000, at: top, on: &document)
        y = document.element(.subheading) { $0.text(block(table.title, .bold, 1400), x: Self.margin, top: y) } - 500
        return document.element(.table) { document in
            document.element(.row) { document in
                document.element(.columnHeader) { label(words.description, .plain, 1000, y, Self.gray, on: &$0) }
                document.element(.columnHeader) { amount(words.amount, .plain, 1000, y, Self.gray, on: &$0) }
            }
            y -= 1600
            document.rule(x: Self.margin, y: y, width: Self.width)
            for row in table.rows { y = self.row(row, top: y - 500, on: &document) }
            return y
        }
    }

    private func row(_ row: FuelReceiptContents.Row, top: Int, on document: inout PDFDocument) -> Int {
        let font: PDFFont = row.isSum ? .bold : .plain
        let name = block(row.label, font, 1100, width: Self.width - Self.amounts)
        let detail = row.detail.map { block($0, .plain, 900, width: Self.width - Self.amounts) }
        let top = room(for: name.height + (detail?.height ?? 0) + 600, at: top, on: &document)
        let end = document.element(.row) { document in
            let end = document.element(.rowHeader) { document in
                let below = document.text(name, x: Self.margin, top: top)
                return detail.map { document.text($0, x: Self.margin, top: below, gray: Self.gray) } ?? below
            }
            document.element(.cell) { amount(row.amount, font, 1100, top, 0, on: &$0) }
            return end - 300
        }
        document.rule(x: Self.margin, y: end, width: Self.width)
        return end
    }

    private func label(_ text: String, _ font: PDFFont, _ size: Int, _ top: Int, _ gray: Int, on document: inout PDFDocument) {
        document.text(WinAnsiText(text), font, size: size, x: Self.margin, y: top - size, gray: gray)
    }
    /// Ends at the right margin.
    private func amount(_ text: String, _ font: PDFFont, _ size: Int, _ top: Int, _ gray: Int, on document: inout PDFDocument) {
        let text = WinAnsiText(text)
        let length = font.width(of: text.bytes) * size / 1000
        document.text(text, font, size: size, x: Self.margin + Self.width - length, y: top - size, gray: gray)
    }
}
