import Contracts
import Kernel
import ServiceKit

/// `GET /events/{eventId}/ticket-types`: what is on sale, with what is left.
package struct TicketTypes: Query {
    package static let type: MessageType = "catalog.ticket-types.v1"
    let eventId: EventID

    package func answer(in view: CatalogView) throws -> JSONBody {
        let user = view.principal?.userID
        let seen = try view.events.require(eventId, seenBy: user)
        if seen.event.organizerID != user { try Viewing(view).refuseIfBarred(seen) }
        let types = try view.ticketTypes.of(eventId)
        let document = EventDocument(settings: try view.settings(), currency: view.definition.currency, now: view.now)
        let all = try PageRequest(page: 1, perPage: 100)
        return JSONBody { (writer: inout JSONWriter) in
            writer.member("data", array: types) { document.ticketType($1, of: seen.event, to: &$0) }
            writer.pageMeta(all, total: types.count)
        }
    }
}
