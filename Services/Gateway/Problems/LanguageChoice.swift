import Kernel

/// The language of an answer: the client's favourite among those the tenant has, else the tenant's first.
package enum LanguageChoice {
    package static func choose(_ acceptLanguage: String?, among languages: [String]) -> String {
        AcceptLanguage.preferred(acceptLanguage, among: languages) ?? languages.first ?? "en"
    }
}
