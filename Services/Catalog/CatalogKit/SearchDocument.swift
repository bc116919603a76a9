import Kernel

/// What a listing is found by: its words without case and accents, and which of them stand in its title.
package struct SearchDocument: Sendable, Equatable {
    /// Word → stands in the title.
    package private(set) var words: [String: Bool] = [:]
    package init(title: String?, others: [String?]) {
        for text in others.compactMap({ $0 }) { for word in Self.words(of: text) { words[word] = false } }
        for word in Self.words(of: title ?? "") { words[word] = true }
    }
    /// The longest part of a word that is kept.
    private static let wordCharactersMax = 40

    /// The words that a search of an index asks for. There is nothing to look for in "!?": that finds nothing.
    package static func words(searched text: String) -> [String] {
        let words = words(of: text)
        return words.isEmpty ? ["\u{0}"] : words
    }

    /// Words in the order they are written. Anything but letters and digits separates; an apostrophe joins ("Hackers'" is "hackers").
    package static func words(of text: String) -> [String] {
        text.folded.split { !($0.isLetter || $0.isNumber || $0 == "'" || $0 == "’") }
            .map { String($0.filter { $0 != "'" && $0 != "’" }.prefix(wordCharactersMax)) }.filter { !$0.isEmpty }
    }
}
