// By hand: writing takes these lines, and nothing here reads CSV.

/// Tables as comma-separated values (RFC 4180).
public enum CSV {
    /// Lines end with CRLF.
    public static func text(_ lines: [[String]]) -> String {
        lines.map { $0.map(cell).joined(separator: ",") + "\r\n" }.joined()
    }
    /// Spreadsheets run cells that start like a formula, whatever mark stands on their first sign: an apostrophe keeps them text.
    public static func cell(_ text: String) -> String {
        let safe = text.unicodeScalars.first.map { "=+-@".unicodeScalars.contains($0) } ?? false ? "'" + text : text
        let needsQuotes = safe.contains { $0 == "," || $0 == "\"" || $0.isNewline }
        return needsQuotes ? "\"" + safe.replacing("\"", with: "\"\"") + "\"" : safe
    }
}
