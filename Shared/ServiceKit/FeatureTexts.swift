/// A feature's sentences in the languages of its apps. The service's manifest carries them, so a new sentence needs no
/// gateway release.
public struct FeatureTexts: Codable, Sendable, Equatable {
    /// Errors of fields: the English sentence, with `{}` for what varies → language → sentence.
    public let fields: [String: [String: String]]
    /// Messages of rejections: slug → language → sentence. The English message is the rejection's detail.
    public let slugs: [String: [String: String]]

    public init(fields: [String: [String: String]] = [:], slugs: [String: [String: String]] = [:]) {
        (self.fields, self.slugs) = (fields, slugs)
    }

    /// The texts of several features; the first declaration of a sentence wins.
    public init(_ texts: [FeatureTexts]) {
        fields = texts.reduce(into: [:]) { all, next in all.merge(next.fields) { first, _ in first } }
        slugs = texts.reduce(into: [:]) { all, next in all.merge(next.slugs) { first, _ in first } }
    }

    public var isEmpty: Bool { fields.isEmpty && slugs.isEmpty }
}
