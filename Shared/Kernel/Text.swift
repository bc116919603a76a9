import Foundation

extension String {
    /// Without white space at both ends.
    public var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(self[first...last])
    }
    /// Lower case without accents, for searching and comparing: "Café" and "cafe" are the same word.
    public var folded: String {
        let lower = lowercased()
        if lower.utf8.allSatisfy({ $0 < 128 }) { return lower }
        let plain = lower.decomposedStringWithCanonicalMapping.unicodeScalars.filter { $0.properties.canonicalCombiningClass == .notReordered }
        return String(String.UnicodeScalarView(plain))
    }
}
