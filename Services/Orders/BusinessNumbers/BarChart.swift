import Kernel

/// Bars over a time axis as SVG 1.1, written by hand: a drawing library would be a hundred times this file. The same values make the
/// same bytes. Screen readers get title and description, and each bar says its value.
struct BarChart: Sendable {
    struct Bar: Sendable {
        /// Place on the axis, in whole units of it: days or hours.
        let position: Int
        let value: Int
        /// The value in words: `2026-11-21: 3 tickets, 150,000 UGX`.
        let label: String
    }
    let title: String
    let description: String
    /// Of the values.
    let unit: String
    /// In ascending order.
    let bars: [Bar]
    /// Words for the ends of the axis.
    let first: String
    let last: String

    private static let width = 960, height = 360
    private static let plot = (left: 24, right: 936, top: 64, bottom: 312)

    var svg: String {
        let size = "width=\"\(Self.width)\" height=\"\(Self.height)\" viewBox=\"0 0 \(Self.width) \(Self.height)\""
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" \(size) role="img" aria-labelledby="chart-title chart-description" \
            font-family="Helvetica, Arial, sans-serif" font-size="14">
            <title id="chart-title">\(Self.escaped(title))</title>
            <desc id="chart-description">\(Self.escaped(description))</desc>
            <rect width="\(Self.width)" height="\(Self.height)" fill="#ffffff"/>
            <text x="\(Self.plot.left)" y="32" font-size="18" fill="#1c1c1e">\(Self.escaped(Self.shortened(title)))</text>
            \(bars.isEmpty ? empty : drawing)
            <line x1="\(Self.plot.left)" y1="\(Self.plot.bottom)" x2="\(Self.plot.right)" y2="\(Self.plot.bottom)" stroke="#8e8e93"/>
            </svg>

            """
    }

    private var empty: String {
        "<text x=\"\(Self.width / 2)\" y=\"\(Self.height / 2)\" text-anchor=\"middle\" fill=\"#6c6c70\">Nothing in this period</text>"
    }
    private var drawing: String {
        let largest = max(1, bars.map(\.value).max() ?? 1)
        let start = bars[0].position, slots = max(1, bars[bars.count - 1].position - start + 1)
        var lines = [
            "<text x=\"\(Self.plot.left)\" y=\"56\" fill=\"#6c6c70\">\(Self.escaped("Highest: \(Self.grouped(largest)) \(unit)"))</text>",
            "<g fill=\"#007aff\">",
        ]
        for bar in bars {
            // Tenths of a pixel, so that a year of days still has a place for each.
            let (x, wide) = Self.extent(bar.position - start, of: slots)
            let tall = Self.scaled(max(0, bar.value), (Self.plot.bottom - Self.plot.top) * 10, largest)
            let top = Self.plot.bottom * 10 - tall
            lines.append("<rect x=\"\(Self.decimal(x))\" y=\"\(Self.decimal(top))\" width=\"\(Self.decimal(wide))\" "
                + "height=\"\(Self.decimal(tall))\"><title>\(Self.escaped(bar.label))</title></rect>")
        }
        lines += [
            "</g>",
            "<text x=\"\(Self.plot.left)\" y=\"336\" fill=\"#6c6c70\">\(Self.escaped(first))</text>",
            "<text x=\"\(Self.plot.right)\" y=\"336\" text-anchor=\"end\" fill=\"#6c6c70\">\(Self.escaped(last))</text>",
        ]
        return lines.joined(separator: "\n")
    }

    // MARK: - Arithmetic

    /// Left edge and width of a slot's bar: nine tenths of the slot, at most 48 pixels, at least a tenth of one.
    private static func extent(_ slot: Int, of slots: Int) -> (x: Int, width: Int) {
        let room = (plot.right - plot.left) * 10
        let (left, right) = (scaled(slot, room, slots), scaled(slot + 1, room, slots))
        let width = max(1, min(480, (right - left) * 9 / 10))
        return (plot.left * 10 + left + (right - left - width) / 2, width)
    }
    /// `value × room / whole`, rounded down; every value is safe.
    private static func scaled(_ value: Int, _ room: Int, _ whole: Int) -> Int {
        let product = value.magnitude.multipliedFullWidth(by: room.magnitude)
        return product.high < whole.magnitude ? Int(clamping: whole.magnitude.dividingFullWidth(product).quotient) : room
    }
    private static func decimal(_ tenths: Int) -> String { tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)" }

    // MARK: - Texts

    /// 1591250 → 1,591,250.
    static func grouped(_ number: Int) -> String {
        let digits = String(number.magnitude)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return (number < 0 ? "-" : "") + text
    }
    private static func shortened(_ text: String) -> String { text.count > 90 ? text.prefix(89) + "…" : text }
    /// XML has no place for control characters, not even escaped.
    static func escaped(_ text: String) -> String {
        var safe = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": safe += "&amp;"
            case "<": safe += "&lt;"
            case ">": safe += "&gt;"
            case "\"": safe += "&quot;"
            case "'": safe += "&#39;"
            case "\u{0}"..<"\u{20}", "\u{7F}"..<"\u{A0}", "\u{FFFE}", "\u{FFFF}": safe += " "
            default: safe.unicodeScalars.append(scalar)
            }
        }
        return safe
    }
}
