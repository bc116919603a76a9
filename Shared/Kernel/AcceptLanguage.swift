/// Chooses a language by an `Accept-Language` header (RFC 9110 §12.5.4). By hand: Foundation's matching needs ICU's data.
public enum AcceptLanguage {
    /// The client's favourite among the languages there are; the first of several it likes equally.
    ///
    /// Nil if it names none of them, or likes any other better (`*`): then the caller's default holds.
    /// Headers longer than browsers send are not read.
    public static func preferred(_ header: String?, among languages: [String]) -> String? {
        guard let header, header.utf8.count <= 512 else { return nil }
        var best: (language: String?, quality: Double) = (nil, 0)
        for part in header.split(separator: ",") {
            let pieces = part.split(separator: ";").map { String($0).trimmed }
            guard let tag = pieces.first, !tag.isEmpty else { continue }
            let quality = pieces.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            guard quality > best.quality else { continue }
            if tag == "*" {
                best = (nil, quality)
            } else if let language = languages.first(where: { matches(tag, $0) }) {
                best = (language, quality)
            }
        }
        return best.language
    }

    /// `fr-BE` asks for `fr`, and `fr` is content with `fr-BE`.
    public static func matches(_ tag: String, _ language: String) -> Bool {
        let (a, b) = (tag.lowercased(), language.lowercased())
        return a == b || a.hasPrefix(b + "-") || b.hasPrefix(a + "-")
    }
}
