import Kernel
import ServiceKit

/// What was typed, for a form that comes back: whole, as far as the page keeps within 100 KB. No field takes that much.
enum KeptValues {
    static let bytesMax = 60_000
    /// Of a form that shares its page with a week of times.
    static let bytesMaxBesideWeek = 4_000

    static func of(_ values: [String: String], _ fields: [String], bytesMax: Int) -> [String: String] {
        var typed = fields.compactMap { field in values[field].map { (field: field, text: $0) } }
        // Short ones first: the room that they leave is for the long ones.
        typed.sort { ($0.text.utf8.count, $0.field) < ($1.text.utf8.count, $1.field) }
        var kept: [String: String] = [:], left = bytesMax
        for (place, value) in typed.enumerated() {
            let text = cut(value.text, to: left / (typed.count - place))
            kept[value.field] = text
            left -= Markup.escaped(text).utf8.count
        }
        return kept
    }

    /// As many characters as may stand on a page with so many bytes. HTML has no control characters besides white space.
    static func cut(_ text: String, to bytesMax: Int) -> String {
        var kept = String.UnicodeScalarView(), bytes = 0
        for scalar in text.unicodeScalars where !String(scalar).hasControlCharacters(besides: "\n\r\t") {
            bytes += Markup.escaped(String(scalar)).utf8.count
            guard bytes <= bytesMax else { break }
            kept.append(scalar)
        }
        return String(kept)
    }
}
