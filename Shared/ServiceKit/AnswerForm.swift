/// In which form a caller reads an answer that exists as JSON and in others, by its `Accept` (RFC 9110 §12.5.1).
public enum AnswerForm {
    /// The media type that the caller likes best; of equals the first. Nil: JSON, which also stands for `*/*`. The other
    /// forms must be named: a program that takes everything reads JSON.
    public static func chosen(_ accept: String?, among named: [String]) -> String? {
        let weights = weights(in: accept ?? "")
        var best: (form: String?, weight: Double) = (nil, 0)
        for form in named {
            if let weight = weights[form], weight > best.weight { best = (form, weight) }
        }
        let json = weights["application/json"] ?? weights["application/*"] ?? weights["*/*"] ?? 0
        return best.weight >= json ? best.form : nil
    }

    /// Whether the caller reads a table (CSV) rather than JSON.
    public static func isTable(_ accept: String?) -> Bool { chosen(accept, among: ["text/csv"]) != nil }

    /// Whether the caller reads a page (HTML) rather than JSON.
    public static func isPage(_ accept: String?) -> Bool { chosen(accept, among: ["text/html"]) != nil }

    private static func weights(in accept: String) -> [String: Double] {
        var weights: [String: Double] = [:]
        for part in accept.lowercased().split(separator: ",") {
            let pieces = part.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            guard let range = pieces.first else { continue }
            let weight = pieces.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            weights[range] = max(weights[range] ?? 0, weight)
        }
        return weights
    }
}
