import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /support/articles`: in the app's order.
package struct HelpArticles: Query {
    package static let type: MessageType = "catalog.help-articles.v1"
    let kind: String?
    let page: Int?
    let perPage: Int?

    package func answer(in view: CatalogView) throws -> Page<HelpArticle> {
        var check = Validation()
        let wanted = kind.flatMap(HelpArticleKind.init(rawValue:))
        check.require(kind == nil || wanted != nil, "kind",
                      "must be one of \(HelpArticleKind.allCases.map(\.rawValue).joined(separator: ", "))")
        let request = try check.page(page, perPage)
        guard let language = try view.help.language(among: view.languages) else { return Page([], request, total: 0) }
        let found = try view.help.articles(in: language, kind: wanted)
        return Page(Array(found.dropFirst(request.offset).prefix(request.perPage)), request, total: found.count)
    }
}
