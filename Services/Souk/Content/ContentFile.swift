import Contracts
import Kernel
import ServiceKit

/// What an app says to its users beside its data: a file with frequent questions and articles (`faqs`, `articles`), with legal
/// texts (`texts`), or with both. All of a file are in one language: `language`, or the app's first.
struct ContentFile: Sendable {
    static let keys = ["language", "faqs", "articles", "texts"]

    private let language: String?
    /// Nil: the file has legal texts only. Else it is the whole help in its language.
    private let help: (faqs: [ImportHelp.Question], articles: [ImportHelp.Article])?
    private let legalTexts: [LegalText]

    private struct LegalText {
        let kind: String
        let version: String
        let effectiveFrom: CalendarDate
        let body: String
    }

    /// Throws `FileProblems` with file and line.
    static func read(_ file: YAMLFile, of definition: TenantDefinition) throws -> ContentFile {
        let form = YAMLForm(file: file.path)
        form.allow(keys, in: file.root, what: "a file of content")
        let content = ContentFile(file.root, form)
        if let language = content.language, !definition.languages.contains(language) {
            form.fail(file.root["language"]?.line ?? 1, "\(definition.tenant) has no language '\(language)'")
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
            return ImportHelp.Article(slug: form.text("slug", in: value), kind: form.text("kind", in: value),
                                      title: form.text("title", in: value), body: form.text("body", in: value))
        }
        help = root["faqs"] != nil || root["articles"] != nil ? (faqs, articles) : nil
        legalTexts = form.list("texts", in: root).map { value in
            form.allow(["kind", "version", "effectiveFrom", "body"], in: value, what: "a legal text")
            let day = CalendarDate(form.text("effectiveFrom", in: value))
            if day == nil { form.fail(value["effectiveFrom"]?.line ?? value.line, "'effectiveFrom' must be a day: 2026-11-01") }
            return LegalText(kind: form.text("kind", in: value), version: form.text("version", in: value),
                             effectiveFrom: day ?? CalendarDate(daysSinceEpoch: 0), body: form.text("body", in: value))
        }
    }

    /// Everything as messages, with a name that tells them apart.
    func messages(of definition: TenantDefinition) -> [(name: String, message: any Message)] {
        let language = language ?? definition.languages.first ?? "en"
        var out: [(name: String, message: any Message)] = []
        if let help { out.append(("help/\(language)", ImportHelp(language: language, faqs: help.faqs, articles: help.articles))) }
        for text in legalTexts {
            out.append(("legal/\(text.kind)/\(text.version)/\(language)",
                        ImportLegalText(kind: text.kind, version: text.version, language: language, effectiveFrom: text.effectiveFrom,
                                        body: text.body)))
        }
        return out
    }
}
