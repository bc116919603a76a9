import Kernel

/// The language somebody is answered in, and the others an app has.
package struct Speech: Sendable, Equatable {
    /// Of the app; the first is the one every text has.
    package let languages: [String]
    package let language: String

    /// What the client asks for, if the app has it; else the person's own language; else the app's first (RFC 9110 §12.5.4 for the header).
    package init(acceptLanguage: String?, locale: String?, languages: [String]) {
        self.languages = languages
        let own = locale.flatMap { locale in languages.first { Self.matches(locale, $0) } }
        language = Self.asked(acceptLanguage, languages) ?? own ?? languages.first ?? "en"
    }

    private static func asked(_ header: String?, _ languages: [String]) -> String? {
        guard let header, header.utf8.count <= 512 else { return nil }
        var best: (language: String, quality: Double)?
        for part in header.split(separator: ",") {
            let pieces = part.split(separator: ";").map { String($0).trimmed }
            guard let tag = pieces.first, let language = languages.first(where: { matches(tag, $0) }) else { continue }
            let quality = pieces.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            if quality > best?.quality ?? 0 { best = (language, quality) }
        }
        return best?.language
    }
    /// `fr-DZ` asks for `fr`.
    private static func matches(_ tag: String, _ language: String) -> Bool {
        let (a, b) = (tag.lowercased(), language.lowercased())
        return a == b || a.hasPrefix(b + "-") || b.hasPrefix(a + "-")
    }

    /// The text of this language, else of the app's first.
    package func text(_ texts: [String: String]) -> String { texts[language] ?? languages.first.flatMap { texts[$0] } ?? "" }

    /// The field that holds a text of one language: `nameFr` (`name_fr` where an app writes so).
    package static func field(_ name: String, _ language: String) -> String { name + language.prefix(1).uppercased() + language.dropFirst() }
}
