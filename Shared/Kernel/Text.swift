import Foundation

extension String {
    /// Without white space at both ends.
    public var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(self[first...last])
    }
    /// True for C0 and C1 control characters (U+0000–U+001F, U+007F–U+009F) other than those in `allowed`.
    public func hasControlCharacters(besides allowed: String = "") -> Bool {
        if utf8.allSatisfy({ $0 >= 32 && $0 < 127 }) { return false }
        let allowed = allowed.unicodeScalars
        return unicodeScalars.contains { ($0.value < 32 || (127...159).contains($0.value)) && !allowed.contains($0) }
    }
    /// False if a reader would see nothing: white space, zero-width characters, direction marks, the empty Braille
    /// cell.
    public var hasVisibleCharacter: Bool {
        unicodeScalars.contains { scalar in
            if (33...126).contains(scalar.value) { return true }
            if scalar.value < 160 || scalar.value == 0x2800 || scalar.properties.isWhitespace
                    || scalar.properties.isDefaultIgnorableCodePoint { return false }
            switch scalar.properties.generalCategory {
            case .control, .format, .unassigned, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate: return false
            default: return true
            }
        }
    }
    /// The number of characters as a reader counts them. One character may carry any number of marks, so a text with
    /// more than 32 bytes per character of `most` counts as too long.
    public func characterCount(atMost most: Int) -> Int { utf8.count / 32 > most ? .max : count }
    /// Lower case in one form, for names that must differ in more than their case: "Café" and "CAFÉ" are the same name,
    /// "Cafe" is another.
    public var caseFolded: String {
        let lower = lowercased()
        return lower.utf8.allSatisfy { $0 < 128 } ? lower : lower.precomposedStringWithCanonicalMapping
    }
    /// Lower case without accents, for searching and comparing: "Café" and "cafe" are the same word.
    public var folded: String {
        let lower = lowercased()
        if lower.utf8.allSatisfy({ $0 < 128 }) { return lower }
        let plain = lower.decomposedStringWithCanonicalMapping.unicodeScalars.filter {
            $0.properties.canonicalCombiningClass == .notReordered
        }
        return String(String.UnicodeScalarView(plain))
    }
}
