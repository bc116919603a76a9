/// Texts from people, made fit to stand in a message: in one line, of bearable length, keeping to themselves whichever direction they run.
public enum SafeText {
    /// First strong isolate and its end (Unicode UAX #9): what stands between does not turn the text around it.
    static let isolate = "\u{2068}", isolateEnd = "\u{2069}"
    /// A value of a placeholder: nobody's name pushes the facts out of a message.
    static let valueCharactersMax = 120
    /// A character may be a letter under a tower of marks.
    static let scalarsPerCharacterMax = 8

    /// One line without control characters and without marks that steer direction (embeddings, overrides, isolates): only our own do that.
    public static func line(_ text: String) -> String {
        var out = String.UnicodeScalarView()
        var spaces = false
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x20, 0xA0, 0x09...0x0D, 0x85, 0x2028, 0x2029: spaces = true
            case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xFFFE,
                0xFFFF, 0xE0000...0xE007F: continue
            default:
                if spaces, !out.isEmpty { out.append(" ") }
                spaces = false
                out.append(scalar)
            }
        }
        return String(out)
    }

    /// A value as a text takes it: one line, cut, isolated where it could run the other way than its surroundings.
    package static func value(_ text: String, rightToLeft: Bool, charactersMax: Int = valueCharactersMax) -> String {
        // A megabyte is not looked at to keep a line of it.
        let clean = cut(line(prefix(text, bytes: 16_384)), characters: charactersMax)
        guard !clean.isEmpty, rightToLeft || clean.unicodeScalars.contains(where: isRightToLeft) else { return clean }
        return isolate + clean + isolateEnd
    }

    /// Whether a value may stand in a text without isolates: it runs as the text does, or it is one word group of the
    /// other direction that begins with a letter and ends with a letter or digit. By UAX #9 neither moves its surroundings.
    package static func turnsNothing(_ text: String, rightToLeft: Bool) -> Bool {
        let scalars = text.unicodeScalars
        let hasRightToLeft = scalars.contains(where: isRightToLeft)
        guard rightToLeft else { return !hasRightToLeft }
        func isLeftToRight(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isAlphabetic && !isRightToLeft(scalar) }
        guard scalars.contains(where: isLeftToRight) else { return true }
        guard !hasRightToLeft, let first = scalars.first, let last = scalars.last else { return false }
        return isLeftToRight(first) && (isLeftToRight(last) || (48...57).contains(last.value))
    }

    /// Cut to a length in characters, with a mark where it was cut. Isolates that were open are closed.
    public static func cut(_ text: String, characters max: Int) -> String {
        let short = thinned(text)
        guard short.count > max else { return short }
        let kept = closed(String(short.prefix(Swift.max(0, max - 1))))
        // Each isolate that had to be closed takes the place of a character.
        return kept.count < max ? kept + "…" : closed(String(short.prefix(Swift.max(0, max - 1 - (kept.count - max + 1))))) + "…"
    }
    /// Cut to a length in bytes, between characters.
    package static func cut(_ text: String, bytes max: Int) -> String {
        guard text.utf8.count > max else { return text }
        return closed(prefix(text, bytes: Swift.max(0, max - 6))) + "…"
    }
    /// As many whole characters as fit.
    package static func prefix(_ text: String, bytes max: Int) -> String {
        guard text.utf8.count > max else { return text }
        var out = "", size = 0
        for character in text {
            size += character.utf8.count
            guard size <= max else { break }
            out.append(character)
        }
        return out
    }
    /// Without our own isolates.
    package static func withoutMarks(_ text: String) -> String {
        // Both begin with this byte, and most texts have none.
        guard text.utf8.contains(0xE2) else { return text }
        return text.replacing(isolate, with: "").replacing(isolateEnd, with: "")
    }
    /// For HTML, as text and as an attribute's value.
    package static func html(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 38 || $0 == 60 || $0 == 62 || $0 == 34 || $0 == 39 }) else { return text }
        var out = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"": out += "&quot;"
            case "'": out += "&#39;"
            default: out.unicodeScalars.append(character)
            }
        }
        return out
    }

    private static func thinned(_ text: String) -> String {
        guard text.contains(where: { $0.unicodeScalars.count > scalarsPerCharacterMax }) else { return text }
        var out = ""
        for character in text { out.unicodeScalars.append(contentsOf: character.unicodeScalars.prefix(scalarsPerCharacterMax)) }
        return out
    }
    /// Hebrew, Arabic, Syriac, Thaana, N'Ko and their later blocks.
    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
    private static func closed(_ text: String) -> String {
        var open = 0
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\u{2068}": open += 1
            case "\u{2069}": open = max(0, open - 1)
            default: break  // Any other character leaves isolates as they are.
            }
        }
        return text + String(repeating: isolateEnd, count: open)
    }
}
