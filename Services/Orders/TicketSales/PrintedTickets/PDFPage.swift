import QRCode

/// Writes one page as a PDF file (ISO 32000-1). By hand: no library for Swift on Linux writes PDF without a graphics stack of
/// several megabytes, and a page of text and rectangles needs seven objects. The same contents give the same bytes.
///
/// Lengths are hundredths of a point of the page's own grid, from its lower left corner.
package struct PDFPage: Sendable {
    private let paper: PaperSize
    private let title: String
    private let language: String
    private var contents: [UInt8] = []

    /// `title` is what a reader shows in its window, `language` an IETF tag.
    package init(_ paper: PaperSize, title: String, language: String) {
        (self.paper, self.title, self.language) = (paper, title, language)
        let scale = Self.decimal(paper.scale, digits: 5)
        add("\(scale) 0 0 \(scale) 0 0 cm")
    }

    /// A line of text with its base line at `y`.
    package mutating func text(_ text: WinAnsiText, _ font: PDFFont, size: Int, x: Int, y: Int, gray: Int = 0) {
        guard !text.bytes.isEmpty else { return }
        add("BT \(Self.decimal(gray)) g /F\(font.rawValue) \(Self.decimal(size)) Tf \(Self.decimal(x)) \(Self.decimal(y)) Td ")
        contents.removeLast()
        contents += Self.literal(text) + Array(" Tj ET\n".utf8)
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
        add("\(Self.decimal(70)) g \(Self.decimal(x)) \(Self.decimal(y)) \(Self.decimal(width)) 0.75 re f")
    }

    /// A code with its upper left corner there, as one path of rectangles: a filled path has no seams between its parts.
    package mutating func code(_ code: QRCode.Modules, x: Int, top: Int, module: Int) {
        // A grid of modules whose first row is the upper one.
        let side = Self.decimal(module)
        add("q 0 g \(side) 0 0 -\(side) \(Self.decimal(x)) \(Self.decimal(top)) cm")
        for row in 0..<code.width {
            var column = 0
            while column < code.width {
                let dark = code.dark[row * code.width + column]
                var end = column + 1
                while end < code.width, code.dark[row * code.width + end] == dark { end += 1 }
                if dark { add("\(column) \(row) \(end - column) 1 re") }
                column = end
            }
        }
        add("f Q")
    }

    package func bytes() -> [UInt8] {
        let fonts = PDFFont.allCases.map { "/F\($0.rawValue) \(3 + $0.rawValue) 0 R" }.joined(separator: " ")
        let box = "[0 0 \(Self.decimal(paper.width)) \(Self.decimal(paper.height))]"
        let contentsAt = 4 + PDFFont.allCases.count
        var objects: [[UInt8]] = [
            Array("<< /Type /Catalog /Pages 2 0 R /Lang ".utf8) + Self.literal(WinAnsiText(language))
                + Array(" /ViewerPreferences << /DisplayDocTitle true >> >>".utf8),
            Array("<< /Type /Pages /Kids [3 0 R] /Count 1 >>".utf8),
            Array("<< /Type /Page /Parent 2 0 R /MediaBox \(box) /Resources << /Font << \(fonts) >> >>".utf8)
                + Array(" /Contents \(contentsAt) 0 R >>".utf8),
        ]
        for font in PDFFont.allCases {
            objects.append(Array("<< /Type /Font /Subtype /Type1 /BaseFont /\(font.name) /Encoding /WinAnsiEncoding >>".utf8))
        }
        objects.append(Array("<< /Length \(contents.count) >>\nstream\n".utf8) + contents + Array("\nendstream".utf8))
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

    private mutating func add(_ operators: String) { contents += Array((operators + "\n").utf8) }

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

/// Paper a ticket is printed on. The sheets of ISO 216 are similar, so one layout is scaled.
package enum PaperSize: String, Sendable, CaseIterable {
    case a4, a5, a6

    /// In hundredths of a point.
    var width: Int {
        switch self {
        case .a4: 59_528
        case .a5: 41_953
        case .a6: 29_764
        }
    }
    var height: Int {
        switch self {
        case .a4: 84_189
        case .a5: 59_528
        case .a6: 41_953
        }
    }
    /// In hundred-thousandths: from the grid of a layout, which is that of A5. Rounded down, so that nothing leaves the sheet.
    var scale: Int {
        switch self {
        case .a4: 141_421
        case .a5: 100_000
        case .a6: 70_475
        }
    }
}
