import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /events/{eventId}/ticket-types`: what is on sale, with what is left.
package struct TicketTypes: Query {
    package static let type: MessageType = "catalog.ticket-types.v1"
    let eventId: EventID
    let page: Int?
    let perPage: Int?

    package func answer(in view: CatalogView) throws -> JSONBody {
        let user = view.principal?.userID
        let seen = try view.events.require(eventId, seenBy: user)
        if seen.event.organizerID != user { try ViewerContext(view).refuseIfBarred(seen) }
        let types = try view.ticketTypes.of(eventId)
        let document = EventDocument(settings: try view.settings(), currency: view.definition.currency, now: view.now)
        let request = try PageRequest(page: page, perPage: perPage)
        let shown = Array(types.dropFirst(request.offset).prefix(request.perPage))
        return JSONBody { (writer: inout JSONWriter) in
            writer.member("data", array: shown) { document.ticketType($1, of: seen.event, to: &$0) }
            writer.pageMeta(request, total: types.count)
        }
    }
}
