import Kernel
import ServiceKit

// The languages a text is looked for in: the caller's, as the gateway chose it, then those of the app in its order.

extension CatalogView {
    package var languages: [String] { AnswerLanguage.order(asked: context.envelope.attributes["language"], among: definition.languages) }
}

extension CatalogTransaction {
    /// The caller's language.
    package var language: String {
        AnswerLanguage.order(asked: context.envelope.attributes["language"], among: definition.languages).first ?? "en"
    }
}

enum AnswerLanguage {
    static func order(asked: String?, among languages: [String]) -> [String] {
        guard let asked, languages.contains(asked) else { return languages }
        return [asked] + languages.filter { $0 != asked }
    }
}
