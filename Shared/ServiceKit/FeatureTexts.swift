/// The sentences of a subject in the languages of its apps. They travel in the service's manifest, so that a new sentence
/// needs no release of the gateway.
public struct FeatureTexts: Codable, Sendable, Equatable {
    /// What is wrong with a field: the English sentence, with `{}` where something varies → language → sentence.
    public let fields: [String: [String: String]]
    /// What people read for the slug of a refusal: slug → language → sentence. In English the refusal's detail is read.
    public let slugs: [String: [String: String]]

    public init(fields: [String: [String: String]] = [:], slugs: [String: [String: String]] = [:]) {
        (self.fields, self.slugs) = (fields, slugs)
    }

    /// The texts of several subjects together. Of two that declare one sentence the first counts.
    public init(_ texts: [FeatureTexts]) {
        fields = texts.reduce(into: [:]) { all, next in all.merge(next.fields) { first, _ in first } }
        slugs = texts.reduce(into: [:]) { all, next in all.merge(next.slugs) { first, _ in first } }
    }

    public var isEmpty: Bool { fields.isEmpty && slugs.isEmpty }
}
