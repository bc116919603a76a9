import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /events/{eventId}/history`: what was changed, by whom and when, newest first.
package struct EventHistory: Query {
    package static let type: MessageType = "catalog.event-history.v1"
    let eventId: EventID
    let page: Int?
    let perPage: Int?

    package func answer(in view: CatalogView) throws -> Page<EventHistoryStore.Entry> {
        let user = try view.user()
        let event = try view.events.find(eventId, seenBy: user.userID)?.event
        try EventAccess.requireOwner(event, user.userID, roles: user.roles)
        let request = try PageRequest(page: page, perPage: perPage)
        let found = try view.history.page(of: eventId, limit: request.perPage, offset: request.offset)
        return Page(found.entries, request, total: found.total)
    }
}
