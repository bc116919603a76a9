import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /organizers`: who makes events, by name.
package struct FindOrganizers: Query {
    package static let type: MessageType = "catalog.find-organizers.v1"
    let search: String?
    let page: Int?
    let perPage: Int?

    package func answer(in view: CatalogView) throws -> JSONBody {
        let request = try PageRequest(page: page, perPage: perPage)
        var check = Validation()
        if let search { check.text("search", search, 1...100) }
        try check.check()
        let words = search.map { SearchDocument.words(of: $0) } ?? []
        // Nobody is looked for by "!?".
        if search != nil, words.isEmpty { return OrganizerDocument.page(([], 0), request) }
        return OrganizerDocument.page(try view.organizers.page(words: words, seenBy: view.principal?.userID, limit: request.perPage,
                                                               offset: request.offset),
            request)
    }
}
