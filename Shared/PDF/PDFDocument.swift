/// Writes pages of text and rectangles as a PDF file (ISO 32000-1). By hand: no library for Swift on Linux writes PDF without a graphics
/// stack of several megabytes, and such pages need a dozen kinds of objects. The same contents give the same bytes.
///
/// Lengths are hundredths of a point of the page's own grid, from its lower left corner. A document with elements is tagged
/// (14.8): a screen reader reads it in their order, with its headings and tables, and skips what belongs to none.
package struct PDFDocument: Sendable {
    private let paper: PDFPaper
    private let title: String
    private let language: String
    private var pages: [[UInt8]] = []
    private var structure = PDFStructure()

    /// `title` is what a reader shows in its window, `language` an IETF tag.
    package init(_ paper: PDFPaper, title: String, language: String) {
        (self.paper, self.title, self.language) = (paper, title, language)
        newPage()
    }

    /// What is drawn from here on stands on a new page.
    package mutating func newPage() {
        pages.append([])
        let scale = Self.decimal(paper.scale, digits: 5)
        add("\(scale) 0 0 \(scale) 0 0 cm")
    }

    /// What is drawn inside is an element of the document, within the element around it.
    package mutating func element<Result>(_ tag: PDFTag, _ draw: (inout PDFDocument) throws -> Result) rethrows -> Result {
        structure.open(tag)
        defer { structure.close() }
        return try draw(&self)
    }

    /// A line of text with its base line at `y`.
    package mutating func text(_ text: WinAnsiText, _ font: PDFFont, size: Int, x: Int, y: Int, gray: Int = 0) {
        guard !text.bytes.isEmpty else { return }
        if let mark = structure.mark(onPage: pages.count - 1) {
            add("/\(mark.tag) << /MCID \(mark.id) >> BDC")
        } else if !structure.isEmpty { add("/Artifact BMC") }
        add("BT \(Self.decimal(gray)) g /F\(font.rawValue) \(Self.decimal(size)) Tf \(Self.decimal(x)) \(Self.decimal(y)) Td ")
        pages[pages.count - 1].removeLast()
        append(Self.literal(text) + Array(" Tj ET\n".utf8))
        if !structure.isEmpty { add("EMC") }
    }

    /// Lines below each other, the first one's top at `top`. Answers where the last one ends.
    package mutating func text(_ block: TextBlock, x: Int, top: Int, gray: Int = 0) -> Int {
        var y = top
        for line in block.lines {
            text(line, block.font, size: block.size, x: x, y: y - block.size, gray: gray)
            y -= block.lineHeight
        }
        return y
    }

    package mutating func rule(x: Int, y: Int, width: Int) {
        if !structure.isEmpty { add("/Artifact BMC") }
        add("\(Self.decimal(70)) g \(Self.decimal(x)) \(Self.decimal(y)) \(Self.decimal(width)) 0.75 re f")
        if !structure.isEmpty { add("EMC") }
    }

    /// A grid of squares with its upper left corner there, as one path of rectangles: a filled path has no seams between its parts.
    package mutating func squares(_ dark: [Bool], width: Int, x: Int, top: Int, side: Int) {
        let length = Self.decimal(side)
        add("q 0 g \(length) 0 0 -\(length) \(Self.decimal(x)) \(Self.decimal(top)) cm")
        for row in 0..<width {
            var column = 0
            while column < width {
                let isDark = dark[row * width + column]
                var end = column + 1
                while end < width, dark[row * width + end] == isDark { end += 1 }
                if isDark { add("\(column) \(row) \(end - column) 1 re") }
                column = end
            }
        }
        add("f Q")
    }

    package func bytes() -> [UInt8] {
        let fonts = PDFFont.allCases.map { "/F\($0.rawValue) \(2 + $0.rawValue) 0 R" }.joined(separator: " ")
        let box = "[0 0 \(Self.decimal(paper.width)) \(Self.decimal(paper.height))]"
        let firstPage = 3 + PDFFont.allCases.count
        let pageAt = { (page: Int) in firstPage + 2 * page }
        let rootAt = pageAt(pages.count)
        let kids = pages.indices.map { "\(pageAt($0)) 0 R" }.joined(separator: " ")
        let tagged = structure.isEmpty ? "" : " /MarkInfo << /Marked true >> /StructTreeRoot \(rootAt) 0 R"
        var objects: [[UInt8]] = [
            Array("<< /Type /Catalog /Pages 2 0 R /Lang ".utf8) + Self.literal(WinAnsiText(language))
                + Array(" /ViewerPreferences << /DisplayDocTitle true >>\(tagged) >>".utf8),
            Array("<< /Type /Pages /Kids [\(kids)] /Count \(pages.count) >>".utf8),
        ]
        for font in PDFFont.allCases {
            objects.append(Array("<< /Type /Font /Subtype /Type1 /BaseFont /\(font.name) /Encoding /WinAnsiEncoding >>".utf8))
        }
        for (index, contents) in pages.enumerated() {
            let parents = structure.isEmpty ? "" : " /StructParents \(index) /Tabs /S"
            objects.append(Array("""
                << /Type /Page /Parent 2 0 R /MediaBox \(box) /Resources << /Font << \(fonts) >> >> \
                /Contents \(pageAt(index) + 1) 0 R\(parents) >>
                """.utf8))
            objects.append(Array("<< /Length \(contents.count) >>\nstream\n".utf8) + contents + Array("\nendstream".utf8))
        }
        objects += structure.objects(from: rootAt, pages: pages.count, pageAt: pageAt).map { Array($0.utf8) }
        objects.append(Array("<< /Title \(Self.unicode(title)) /Producer (Souk) >>".utf8))
        return Self.file(objects)
    }

    /// Header, objects from number 1 (the catalog; the last is the information), the table of their places, trailer.
    private static func file(_ objects: [[UInt8]]) -> [UInt8] {
        // The second line has bytes above 127, so that nobody takes the file for text.
        var file = Array("%PDF-1.4\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A]
        var table = "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for (index, object) in objects.enumerated() {
            let place = String(file.count)
            table += String(repeating: "0", count: max(0, 10 - place.count)) + place + " 00000 n \n"
            file += Array("\(index + 1) 0 obj\n".utf8) + object + Array("\nendobj\n".utf8)
        }
        let start = file.count
        table += "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R /Info \(objects.count) 0 R >>\nstartxref\n\(start)\n%%EOF\n"
        return file + Array(table.utf8)
    }

    private mutating func add(_ operators: String) { append(Array((operators + "\n").utf8)) }
    private mutating func append(_ bytes: [UInt8]) { pages[pages.count - 1] += bytes }

    /// 4195 is `41.95`. PDF knows no exponents.
    private static func decimal(_ value: Int, digits: Int = 2) -> String {
        let text = String(value.magnitude)
        let padded = text.count > digits ? text : String(repeating: "0", count: digits + 1 - text.count) + text
        return (value < 0 ? "-" : "") + padded.dropLast(digits) + "." + padded.suffix(digits)
    }

    /// `(…)` with everything escaped that is not plain ASCII (7.3.4.2).
    private static func literal(_ text: WinAnsiText) -> [UInt8] {
        var out: [UInt8] = [UInt8(ascii: "(")]
        for byte in text.bytes {
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\\"): out += [UInt8(ascii: "\\"), byte]
            case 32...126: out.append(byte)
            default: out += [UInt8(ascii: "\\"), 48 + byte >> 6, 48 + byte >> 3 & 7, 48 + byte & 7]
            }
        }
        return out + [UInt8(ascii: ")")]
    }

    /// UTF-16 in hexadecimal, which holds every title (7.9.2.2).
    private static func unicode(_ text: String) -> String {
        text.utf16.reduce(into: "<FEFF") { out, unit in
            let digits = String(unit, radix: 16, uppercase: true)
            out += String(repeating: "0", count: 4 - digits.count) + digits
        } + ">"
    }
}

/// A sheet of paper.
package struct PDFPaper: Sendable, Equatable {
    /// In hundredths of a point.
    package let width, height: Int
    /// In hundred-thousandths: from the grid of a layout to the paper.
    let scale: Int
    package init(width: Int, height: Int, scale: Int = 100_000) { (self.width, self.height, self.scale) = (width, height, scale) }

    /// What printers in the United States hold: 8.5 × 11 inches.
    package static let letter = PDFPaper(width: 61_200, height: 79_200)
}
