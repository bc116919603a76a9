import Kernel

/// The language somebody is answered in, and the others an app has.
package struct LanguageSelection: Sendable, Equatable {
    /// Of the app; the first is the one every text has.
    package let languages: [String]
    package let language: String

    /// What the client asks for, if the app has it; else the person's own language; else the app's first (RFC 9110 §12.5.4 for the header).
    package init(acceptLanguage: String?, locale: String?, languages: [String]) {
        self.languages = languages
        let own = locale.flatMap { locale in languages.first { AcceptLanguage.matches(locale, $0) } }
        language = AcceptLanguage.preferred(acceptLanguage, among: languages) ?? own ?? languages.first ?? "en"
    }

    /// The text of this language, else of the app's first.
    package func text(_ texts: [String: String]) -> String { texts[language] ?? languages.first.flatMap { texts[$0] } ?? "" }

    /// The field that holds a text of one language: `nameFr` (`name_fr` where an app writes so).
    package static func field(_ name: String, _ language: String) -> String {
        name + language.prefix(1).uppercased() + language.dropFirst()
    }
}
