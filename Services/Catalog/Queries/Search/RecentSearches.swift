import Contracts
import Kernel
import ServiceKit

/// `GET /search/recent`: the last ten terms, newest first.
package struct RecentSearches: Query {
    package static let type: MessageType = "catalog.recent-searches.v1"
    package func answer(in view: CatalogView) throws -> SearchTerms { SearchTerms(try view.interests.searches(of: try view.user().userID)) }
}
