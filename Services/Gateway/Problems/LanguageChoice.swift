/// The language of an answer: the client's favourite among those the tenant has (RFC 9110 §12.5.4), else the tenant's first.
package enum LanguageChoice {
    package static func choose(_ acceptLanguage: String?, among languages: [String]) -> String {
        let fallback = languages.first ?? "en"
        guard let acceptLanguage, languages.count > 1, acceptLanguage.utf8.count <= 512 else { return fallback }
        var best = fallback
        var bestQuality = 0.0
        for part in acceptLanguage.split(separator: ",") {
            let pieces = part.split(separator: ";").map { $0.trimmingPrefix { $0 == " " } }
            guard let tag = pieces.first?.prefix(while: { $0 != " " }), !tag.isEmpty else { continue }
            let quality = pieces.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            guard quality > bestQuality else { continue }
            if tag == "*" {
                (best, bestQuality) = (fallback, quality)
            } else if let language = languages.first(where: { matches(String(tag), $0) }) {
                (best, bestQuality) = (language, quality)
            }
        }
        return best
    }

    /// `fr-BE` asks for `fr`, and `fr` is content with `fr-BE`.
    private static func matches(_ tag: String, _ language: String) -> Bool {
        let (a, b) = (tag.lowercased(), language.lowercased())
        return a == b || a.hasPrefix(b + "-") || b.hasPrefix(a + "-")
    }
}
