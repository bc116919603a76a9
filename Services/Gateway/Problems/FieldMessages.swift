/// What is wrong with a field, in the asker's language. Services and schemas say it in English; as in gettext the sentence is its own key, with `{}` where
/// something varies. A sentence nobody has translated stays as it is; `FieldMessageTests` finds those in the sources.
package enum FieldMessages {
    package typealias Entry = (en: String, fr: String, ar: String, es: String)

    package static func said(_ message: String, in language: String) -> String {
        let code = language.prefix { $0 != "-" }.lowercased()
        guard ["fr", "ar", "es"].contains(code), let (entry, values) = find(message) else { return message }
        var pieces = text(entry, code).split(separator: "{}", omittingEmptySubsequences: false).map(String.init)
        for (index, value) in values.enumerated() where index + 1 < pieces.count { pieces[index] += value }
        return pieces.joined()
    }

    package static func isKnown(_ message: String) -> Bool { find(message) != nil }

    private static func text(_ entry: Entry, _ code: String) -> String {
        switch code {
        case "fr": entry.fr
        case "ar": entry.ar
        case "es": entry.es
        default: entry.en
        }
    }

    private struct Pattern {
        let entry: Entry
        let pieces: [Substring]

        /// What stands at the `{}`: words without spaces, or a list with commas.
        func values(in message: String) -> [String]? {
            var rest = message[...]
            var values: [String] = []
            for (index, piece) in pieces.enumerated() {
                guard index > 0 else {
                    guard rest.hasPrefix(piece) else { return nil }
                    rest = rest.dropFirst(piece.count)
                    continue
                }
                let isLast = index == pieces.count - 1
                guard let found = isLast ? end(of: rest, piece) : rest.firstRange(of: piece) else { return nil }
                let value = rest[..<found.lowerBound]
                // A name in front of a colon may have spaces.
                guard Self.isValue(value) || values.isEmpty && pieces[0].isEmpty && piece.hasPrefix(": ") && !value.isEmpty else { return nil }
                values.append(String(value))
                rest = rest[found.upperBound...]
            }
            return rest.isEmpty ? values : nil
        }
        private func end(of text: Substring, _ piece: Substring) -> Range<Substring.Index>? {
            guard text.hasSuffix(piece) else { return nil }
            return text.index(text.endIndex, offsetBy: -piece.count)..<text.endIndex
        }
        private static func isValue(_ text: Substring) -> Bool {
            guard !text.isEmpty else { return false }
            var before: Character = ","
            for character in text {
                if character == " ", before != "," { return false }
                before = character
            }
            return true
        }
    }

    private static let exact = Dictionary(all.filter { !$0.en.contains("{}") }.map { ($0.en, $0) }) { first, _ in first }
    /// The longest first: what is said most exactly counts.
    private static let patterns = all.filter { $0.en.contains("{}") }.sorted { $0.en.count > $1.en.count }
        .map { Pattern(entry: $0, pieces: $0.en.split(separator: "{}", omittingEmptySubsequences: false)) }

    private static func find(_ message: String) -> (Entry, [String])? {
        if let entry = exact[message] { return (entry, []) }
        for pattern in patterns {
            if let values = pattern.values(in: message) { return (pattern.entry, values) }
        }
        return nil
    }

    package static let all: [Entry] = forms + times + accounts + trade + calendars + preferences
}
