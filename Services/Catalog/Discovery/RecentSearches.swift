import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /search/recent`: the last ten terms, newest first.
package struct RecentSearches: Query {
    package static let type: MessageType = "catalog.recent-searches.v1"
    let page: Int?
    let perPage: Int?

    package func answer(in view: CatalogView) throws -> Page<SearchTerms.Item> {
        let request = try PageRequest(page: page, perPage: perPage, standard: InterestStore.recentSearchesMax)
        let terms = try view.interests.searches(of: try view.user().userID)
        return Page(terms.dropFirst(request.offset).prefix(request.perPage).map { SearchTerms.Item(term: $0) }, request, total: terms.count)
    }
}
