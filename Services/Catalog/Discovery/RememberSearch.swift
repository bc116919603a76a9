import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Somebody searched for something: the last ten terms are kept, unless they do not want it.
package struct RememberSearch: Command {
    package static let type: MessageType = "catalog.remember-search.v1"
    let term: String
    package init(term: String) { self.term = term }

    package func handle(in tx: CatalogTransaction) throws -> SearchTerms {
        let user = try tx.user().userID
        var check = Validation()
        let text = check.text("term", term, 1...100)
        try check.check()
        if let text, try tx.interests.settings(of: user)?.personalization != false {
            try tx.interests.addSearch(text, by: user, at: tx.now)
        }
        return SearchTerms(try tx.interests.searches(of: user))
    }
}

/// Recent searches, newest first.
package struct SearchTerms: Encodable, Sendable {
    package struct Item: Encodable, Sendable { package let term: String }
    package let data: [Item]
    package let meta: [String: Int]
    init(_ terms: [String]) {
        data = terms.map { Item(term: $0) }
        meta = ["page": 1, "perPage": InterestStore.recentSearchesMax, "total": terms.count, "lastPage": 1]
    }
}
