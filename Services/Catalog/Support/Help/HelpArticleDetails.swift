import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /support/articles/{slug}`.
package struct HelpArticleDetails: Query {
    package static let type: MessageType = "catalog.help-article.v1"
    let slug: String

    package func answer(in view: CatalogView) throws -> HelpArticle {
        for language in view.languages {
            if let article = try view.help.article(slug, in: language) { return article }
        }
        throw Rejection.notFound
    }
}
