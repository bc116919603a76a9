import CatalogDiscovery
import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /favorites`: what somebody likes, newest first; cancelled events with their status, deleted ones left out.
package struct FavoriteEvents: Query {
    package static let type: MessageType = "catalog.favorite-events.v1"
    let page: Int?
    let perPage: Int?

    package func answer(in view: CatalogView) throws -> JSONBody {
        let user = try view.user().userID
        let request = try PageRequest(page: page, perPage: perPage)
        let found = try view.lists.favorites(of: user, reachedAges: try ViewerContext(view).reachedAges(), limit: request.perPage,
                                             offset: request.offset)
        return EventCards.page(found, request,
                               EventDocument(settings: try view.settings(), currency: view.definition.currency, now: view.now))
    }
}
