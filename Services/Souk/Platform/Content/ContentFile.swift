import Contracts
import Kernel
import ServiceKit

/// What an app says to its users beside its data: a file with frequent questions and articles (`faqs`, `articles`), with legal
/// texts (`texts`), or with both. All are in one language, `language` or the app's first; a legal text may name another one.
package struct ContentFile: Sendable {
    static let keys = ["language", "faqs", "articles", "texts"]

    private let language: String?
    /// Nil: the file has legal texts only. Else it is the whole help in its language.
    private let help: (faqs: [ImportHelp.Question], articles: [ImportHelp.Article])?
    private let legalTexts: [LegalText]

    private struct LegalText {
        let kind: String
        let version: String
        /// Nil: the file's.
        let language: String?
        let effectiveFrom: CalendarDate
        let body: String
    }

    /// Throws `FileProblems` with file and line.
    package static func read(_ file: YAMLFile, of definition: TenantDefinition) throws -> ContentFile {
        let form = YAMLForm(file: file.path)
        form.allow(keys, in: file.root, what: "a file of content")
        let content = ContentFile(file.root, form)
        var values = [file.root]
        if case .list(let texts) = file.root["texts"]?.content { values += texts }
        for value in values {
            guard let language = form.optionalText("language", in: value), !definition.languages.contains(language) else { continue }
            form.fail(value.line(of: "language"), "\(definition.tenant) has no language '\(language)'")
        }
        try form.check()
        return content
    }

    /// Reports what is wrong to the form.
    init(_ root: YAMLFile.Value, _ form: YAMLForm) {
        language = root["language"] == nil ? nil : form.text("language", in: root)
        let faqs = form.list("faqs", in: root).map { value in
            form.allow(["id", "category", "question", "answer"], in: value, what: "a question")
            return ImportHelp.Question(id: form.text("id", in: value), category: form.text("category", in: value),
                                       question: form.text("question", in: value), answer: form.text("answer", in: value))
        }
        let articles = form.list("articles", in: root).map { value in
            form.allow(["slug", "kind", "title", "body"], in: value, what: "an article")
            return ImportHelp.Article(slug: form.text("slug", in: value), kind: Self.kind(of: value, ImportHelp.Article.kinds, form),
                                      title: form.text("title", in: value), body: form.text("body", in: value))
        }
        help = root["faqs"] != nil || root["articles"] != nil ? (faqs, articles) : nil
        legalTexts = form.list("texts", in: root).map { Self.legalText($0, form) }
        Self.requireDifferent(faqs.map(\.id), "faqs", in: root, form)
        Self.requireDifferent(articles.map(\.slug), "articles", in: root, form)
        let texts = legalTexts.map { [$0.kind, $0.version, $0.language].compactMap { $0 }.joined(separator: " ") }
        Self.requireDifferent(texts, "texts", in: root, form)
    }

    private static func kind(of value: YAMLFile.Value, _ kinds: [String], _ form: YAMLForm) -> String {
        let kind = form.text("kind", in: value)
        if !kind.isEmpty, !kinds.contains(kind) {
            form.fail(value["kind"]?.line ?? value.line, "'kind' must be one of \(kinds.joined(separator: ", "))")
        }
        return kind
    }
    /// What comes a second time would replace the first, or be refused where nobody reads it.
    private static func requireDifferent(_ names: [String], _ key: String, in root: YAMLFile.Value, _ form: YAMLForm) {
        var seen: Set<String> = []
        for name in names where !seen.insert(name).inserted { form.fail(root[key]?.line ?? 1, "'\(name)' comes twice") }
    }

    private static func legalText(_ value: YAMLFile.Value, _ form: YAMLForm) -> LegalText {
        form.allow(["kind", "version", "language", "effectiveFrom", "body"], in: value, what: "a legal text")
        let day = CalendarDate(form.text("effectiveFrom", in: value))
        if day == nil { form.fail(value["effectiveFrom"]?.line ?? value.line, "'effectiveFrom' must be a day: 2026-11-01") }
        return LegalText(kind: kind(of: value, ImportLegalText.kinds, form), version: form.text("version", in: value),
                         language: form.optionalText("language", in: value), effectiveFrom: day ?? CalendarDate(daysSinceEpoch: 0),
                         body: form.text("body", in: value))
    }

    /// Everything as messages, with a name that tells them apart.
    package func messages(of definition: TenantDefinition) -> [(name: String, message: any Message)] {
        let language = language ?? definition.languages.first ?? "en"
        var out: [(name: String, message: any Message)] = []
        if let help { out.append(("help/\(language)", ImportHelp(language: language, faqs: help.faqs, articles: help.articles))) }
        for text in legalTexts {
            let language = text.language ?? language
            out.append(("legal/\(text.kind)/\(text.version)/\(language)",
                        ImportLegalText(kind: text.kind, version: text.version, language: language, effectiveFrom: text.effectiveFrom,
                                        body: text.body)))
        }
        return out
    }
}
