import Kernel

/// The words of all sources together. A policy is read with one, and carries it.
package final class PolicyVocabulary: Sendable {
    package let relations: [SourceWords.Relation]
    package let conditions: Set<String>
    package let lines: [SourceWords.PreferenceLine]
    package let switches: [SourceWords.PreferenceSwitch]
    package let digestChoices: [SourceWords.DigestChoice]
    let relationNames: Set<String>
    /// Relations of people who take part in an occasion.
    let participants: Set<String>
    let updateFields: [String]
    let types: [String: NotificationPolicy.MessageType]
    let templates: [String: [String: NotificationPolicy.Texts]]
    private let occasions: [SourceWords.Occasion]
    private let phrases: [String: Phrase]
    private let formats: [String: SourceWords.CodedSentences]
    private let samples: [(plugin: String?, facts: @Sendable (SampleFacts) -> [String: JSONValue])]
    private let bareAmounts: Set<String>
    private let sampleTitle: Phrase?

    /// Of two sources with the same word, the first one's counts.
    package init(_ sources: [SourceWords]) {
        func merged<Value>(_ words: KeyPath<SourceWords, [String: Value]>) -> [String: Value] {
            sources.reduce(into: [:]) { all, source in all.merge(source[keyPath: words]) { first, _ in first } }
        }
        relations = sources.flatMap(\.relations)
        relationNames = Set(relations.map(\.name))
        conditions = sources.reduce(into: []) { $0.formUnion($1.conditions) }
        occasions = sources.compactMap(\.occasion)
        participants = Set(occasions.compactMap(\.participant))
        updateFields = occasions.flatMap(\.updateFields)
        (lines, switches) = (sources.flatMap(\.lines), sources.flatMap(\.switches))
        digestChoices = sources.compactMap(\.digestChoice)
        types = Dictionary(sources.flatMap(\.types).map { ($0.name, $0) }) { first, _ in first }
        (templates, phrases, formats) = (merged(\.templates), merged(\.phrases), merged(\.formats))
        samples = sources.compactMap { source in source.samples.map { (source.plugin, $0) } }
        sampleTitle = sources.compactMap(\.sampleTitle).first
        bareAmounts = sources.reduce(into: []) { $0.formUnion($1.bareAmounts) }
    }
    package static let none = PolicyVocabulary([])

    // MARK: - Subjects

    /// What facts speak of, if it takes place at a time.
    package func occasion(in facts: Facts) -> SourceWords.Occasion? { occasions.first { $0.isIn(facts) } }
    package func title(in facts: Facts) -> String? { occasion(in: facts).flatMap { facts[$0.title]?.string } }
    package func start(in facts: Facts) -> Timestamp? { occasion(in: facts).flatMap { facts.time($0.start) } }

    /// `event.start` → `event.startDate`: how tenant files may name a time.
    func path(ofTime name: String) -> String {
        for occasion in occasions {
            if name == "\(occasion.name).start" { return occasion.start }
            if name == "\(occasion.name).end" { return occasion.end }
        }
        return name
    }
    /// `event.start-offset`: as long before as each offset of the type says.
    func isStartWithOffset(_ timer: String) -> Bool { occasions.contains { timer == "\($0.name).start-offset" } }

    // MARK: - Sentences

    func phrase(ofReason code: String) -> Phrase? { phrases[code] }
    func isFormat(_ name: String) -> Bool { name == "relation" || formats[name] != nil }
    /// What a template says for a code. Nil: there is no such format.
    func text(_ code: String, format: String, title: String, _ language: TextLanguage) -> String? {
        if let coded = formats[format] { return coded.text(code, language) }
        guard format == "relation" else { return nil }
        let relation = relations.first { $0.name == code || $0.alias == code }
        return relation?.sentence.map { $0[language].replacing("%", with: title) } ?? ""
    }
    /// Why somebody with these relations hears of a subject: by the first that has a sentence.
    func why(_ related: Set<String>, title: String, _ language: TextLanguage) -> String? {
        for relation in relations where related.contains(relation.name) {
            if let sentence = relation.sentence { return sentence[language].replacing("%", with: title) }
        }
        return nil
    }

    // MARK: - Previews

    package func sampleTitle(_ language: TextLanguage) -> String { sampleTitle?[language] ?? "" }
    /// A relation to preview with.
    package var sampleRelation: Set<String> { Set(relations.first { $0.sentence != nil }.map { [$0.name] } ?? []) }
    /// Facts of nothing that happened. Sources add to each other's objects: an `offer` is one thing here and another there.
    /// - Parameter plugins: of the app: what the sources for them say comes first.
    package func sampleFacts(of type: String, _ now: Timestamp, zone: TimeZoneRules, currency: Currency, _ language: TextLanguage,
                             plugins: Set<String> = []) -> [String: JSONValue] {
        let sample = SampleFacts(now: now, zone: zone, currency: currency, language: language, title: sampleTitle(language))
        var common = sample.common
        if bareAmounts.contains(type) { common["amount"] = sample.bareAmount }
        let own = samples.filter { $0.plugin.map(plugins.contains) ?? false }
        let others = samples.filter { $0.plugin.map(plugins.contains) != true }
        return (own.map { $0.facts(sample) } + [common] + others.map { $0.facts(sample) }).reduce(into: [:]) { facts, more in
            facts.merge(more, uniquingKeysWith: Self.joined)
        }
    }
    private static func joined(_ first: JSONValue, _ second: JSONValue) -> JSONValue {
        guard case .object(let members) = first, case .object(let others) = second else { return first }
        return .object(members.merging(others, uniquingKeysWith: joined))
    }
}
