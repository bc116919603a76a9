import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// An operator brings the help of an app in one language.
extension ImportHelp: Command {
    /// A page of a hundred articles must fit into one answer.
    private static let textBytesMax = 1 << 20

    public func handle(in tx: CatalogTransaction) throws -> NoContent {
        var check = Validation()
        check.require(tx.definition.languages.contains(language), "language", "must be a language of the app")
        check.require(Set(faqs.map(\.id)).count == faqs.count, "faqs", "names an id twice")
        check.require(Set(articles.map(\.slug)).count == articles.count, "articles", "names a slug twice")
        check.require(articles.allSatisfy { HelpArticleKind(rawValue: $0.kind) != nil }, "articles", "has an unknown kind")
        let bytes = faqs.reduce(0) { $0 + $1.question.utf8.count + $1.answer.utf8.count }
            + articles.reduce(0) { $0 + $1.title.utf8.count + $1.body.utf8.count }
        check.require(bytes <= Self.textBytesMax, "articles", "is too long")
        try check.check()
        try tx.help.replace(
            language,
            questions: faqs.map { HelpQuestion(id: $0.id, category: $0.category, question: $0.question, answer: $0.answer) },
            articles: articles.map { HelpArticle(slug: $0.slug, kind: $0.kind, title: $0.title, body: $0.body) })
        return NoContent()
    }
}
