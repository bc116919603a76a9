import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /support/faqs`: in the app's order; with `search` those that have more of the words in the question first.
package struct FrequentQuestions: Query {
    package static let type: MessageType = "catalog.frequent-questions.v1"
    let category: String?
    let search: String?
    let page: Int?
    let perPage: Int?

    package func answer(in view: CatalogView) throws -> Page<HelpQuestion> {
        var check = Validation()
        let search = check.text("search", search, 1...100, required: false)
        let request = try check.page(page, perPage)
        guard let language = try view.help.language(among: view.languages) else { return Page([], request, total: 0) }
        var found = try view.help.questions(in: language, category: category)
        if let search { found = HelpSearch(search).matches(in: found) }
        return Page(Array(found.dropFirst(request.offset).prefix(request.perPage)), request, total: found.count)
    }
}
