/// A piece of HTML. Interpolated values are escaped unless they are `Markup`, so a name can never become a tag.
public struct Markup: ExpressibleByStringInterpolation, Sendable {
    public private(set) var html: String
    public init(stringLiteral value: String) { html = value }
    public init(stringInterpolation: Interpolation) { html = stringInterpolation.html }
    public static let empty: Markup = ""

    public struct Interpolation: StringInterpolationProtocol {
        fileprivate var html: String
        public init(literalCapacity: Int, interpolationCount: Int) {
            html = ""
            html.reserveCapacity(literalCapacity + interpolationCount * 24)
        }
        public mutating func appendLiteral(_ literal: String) { html += literal }
        public mutating func appendInterpolation(_ text: String) { html += Markup.escaped(text) }
        public mutating func appendInterpolation(_ number: Int) { html += String(number) }
        public mutating func appendInterpolation(_ markup: Markup) { html += markup.html }
        public mutating func appendInterpolation(_ parts: [Markup]) { for part in parts { html += part.html } }
    }

    /// For text and for values in double quotes.
    public static func escaped(_ text: String) -> String {
        var out = ""
        out.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"": out += "&quot;"
            case "'": out += "&#39;"
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }
    /// Keeps line breaks.
    public static func lines(_ text: String) -> Markup {
        let parts = text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
        var out = Markup.empty
        for (place, part) in parts.enumerated() { out = place == 0 ? "\(String(part))" : "\(out)<br>\(String(part))" }
        return out
    }
}
