/// A text in WinAnsiEncoding (ISO 32000-1, annex D), which is Windows-1252. What it cannot say is a `?` for each code point.
package struct WinAnsiText: Sendable, Equatable {
    package let bytes: [UInt8]
    package init(bytes: [UInt8]) { self.bytes = bytes }

    package init(_ text: String) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for character in text {
            // One character may have several spellings: a dictionary of characters finds e with an accent in each of them.
            if let byte = Self.codes[character] {
                bytes.append(byte)
            } else if character.isNewline || character == "\t" {
                bytes.append(Self.space)
            } else {
                for scalar in character.unicodeScalars { bytes.append(Self.codes[Character(scalar)] ?? UInt8(ascii: "?")) }
            }
        }
        self.bytes = bytes
    }

    static let space = UInt8(ascii: " ")
    /// Cuts a text that has no room.
    static let ellipsis: UInt8 = 0x85

    private static let codes: [Character: UInt8] = {
        var codes: [Character: UInt8] = [:]
        for byte in Array(0x20...0x7E) as [UInt8] + Array(0xA0...0xFF) { codes[Character(Unicode.Scalar(byte))] = byte }
        // From 0x80 on; a dot stands for a code without a character.
        for (byte, character) in zip((0x80 as UInt8)..., "€·‚ƒ„…†‡ˆ‰Š‹Œ·Ž··‘’“”•–—˜™š›œ·žŸ") where character != "·" {
            codes[character] = byte
        }
        return codes
    }()
}

/// Lines of a text that is set in one font and size.
package struct TextBlock: Sendable, Equatable {
    package let lines: [WinAnsiText]
    package let font: PDFFont
    /// In hundredths of a point.
    package let size: Int
    /// In hundredths of a point.
    package var height: Int { lines.count * lineHeight }
    package var lineHeight: Int { size * 6 / 5 }

    /// What may be tried, the best first: a size in hundredths of a point, and how many lines of it there is room for.
    package typealias Fit = (size: Int, linesMax: Int)

    /// The first size in which the text has room. If it has none, the last one, cut.
    package init(_ text: String, _ font: PDFFont, width: Int, fits: [Fit]) {
        let text = WinAnsiText(text)
        var lines: [[UInt8]] = [], size = 0
        for fit in fits {
            (lines, size) = (Self.wrap(text.bytes, font, size: fit.size, width: width), fit.size)
            if lines.count <= fit.linesMax { break }
        }
        if let last = fits.last, size == last.size, lines.count > last.linesMax {
            lines = Array(lines.prefix(last.linesMax))
            lines.append(Self.cut(lines.popLast() ?? [], font, size: size, width: width))
        }
        (self.lines, self.font, self.size) = (lines.map(WinAnsiText.init(bytes:)), font, size)
    }

    private static func isRoom(for line: some Sequence<UInt8>, _ font: PDFFont, _ size: Int, _ width: Int) -> Bool {
        font.width(of: line) * size <= width * 1000
    }

    /// Breaks at spaces, and inside of a word that is longer than a line.
    private static func wrap(_ text: [UInt8], _ font: PDFFont, size: Int, width: Int) -> [[UInt8]] {
        var lines: [[UInt8]] = [], line: [UInt8] = []
        for word in text.split(separator: WinAnsiText.space) {
            let longer = line.isEmpty ? Array(word) : line + [WinAnsiText.space] + word
            if isRoom(for: longer, font, size, width) {
                line = longer
                continue
            }
            if !line.isEmpty { lines.append(line) }
            line = []
            for byte in word {
                if !line.isEmpty, !isRoom(for: line + [byte], font, size, width) {
                    lines.append(line)
                    line = []
                }
                line.append(byte)
            }
        }
        if !line.isEmpty { lines.append(line) }
        return lines
    }

    private static func cut(_ line: [UInt8], _ font: PDFFont, size: Int, width: Int) -> [UInt8] {
        var line = line
        while !line.isEmpty, !isRoom(for: line + [WinAnsiText.ellipsis], font, size, width) { line.removeLast() }
        return line + [WinAnsiText.ellipsis]
    }
}
