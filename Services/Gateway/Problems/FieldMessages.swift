/// What is wrong with a field, in the asker's language. Services and schemas say it in English; as in gettext the
/// sentence is its own key, with `{}` where something varies. A sentence without a translation stays as it is;
/// `FieldSentenceTests` finds those in the sources.
package struct FieldMessages: Sendable {
    /// A sentence that every app may need, in the languages the gateway knows.
    typealias Entry = (en: String, fr: String, ar: String, es: String)

    private let exact: [String: [String: String]]
    private let patterns: [Pattern]

    /// - Parameter declared: sentence → language → text, by service. A service cannot change a sentence of the gateway's own.
    init(_ declared: [[String: [String: String]]]) {
        var known: Set<String> = []
        let own = Self.generic.map { (en: $0.en, texts: ["fr": $0.fr, "ar": $0.ar, "es": $0.es]) }
        let all = (own + declared.flatMap { $0.sorted { $0.key < $1.key }.map { (en: $0.key, texts: $0.value) } }).filter {
            known.insert($0.en).inserted
        }
        exact = Dictionary(uniqueKeysWithValues: all.filter { !$0.en.contains("{}") })
        // The longest first: what is said most exactly counts. Of two equally long ones the gateway's own counts.
        patterns = all.filter { $0.en.contains("{}") }.map { Pattern($0.en, $0.texts) }.enumerated()
            .sorted { ($1.element.length, $0.offset) < ($0.element.length, $1.offset) }.map(\.element)
    }

    package func localized(_ message: String, in language: String) -> String {
        let code = language.prefix { $0 != "-" }.lowercased()
        guard let (texts, values) = find(message), let text = texts[code] else { return message }
        var pieces = text.split(separator: "{}", omittingEmptySubsequences: false).map(String.init)
        for (index, value) in values.enumerated() where index + 1 < pieces.count { pieces[index] += value }
        return pieces.joined()
    }

    package func isKnown(_ message: String) -> Bool { find(message) != nil }

    private struct Pattern {
        let texts: [String: String]
        let length: Int
        private let pieces: [Substring]

        init(_ sentence: String, _ texts: [String: String]) {
            (self.texts, length) = (texts, sentence.count)
            pieces = sentence.split(separator: "{}", omittingEmptySubsequences: false)
        }

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
                // A name at the beginning may have spaces if a colon or the whole sentence follows it, and so may
                // what stands in quotation marks.
                let isName = values.isEmpty && pieces[0].isEmpty && (piece.hasPrefix(": ") || isLast) && !value.isEmpty
                let isQuoted = !value.isEmpty && ["\"", "'"].contains { pieces[index - 1].hasSuffix($0) && piece.hasPrefix($0) }
                guard Self.isValue(value) || isName || isQuoted else { return nil }
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

    private func find(_ message: String) -> (texts: [String: String], values: [String])? {
        if let texts = exact[message] { return (texts, []) }
        for pattern in patterns {
            if let values = pattern.values(in: message) { return (pattern.texts, values) }
        }
        return nil
    }

    private static let generic: [Entry] = forms + times + accounts
}
