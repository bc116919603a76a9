import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /events/{eventId}`: the whole event; its owner sees more.
package struct EventDetails: Query {
    package static let type: MessageType = "catalog.event-details.v1"
    package let eventId: EventID
    package let latitude: Double?
    package let longitude: Double?

    package func answer(in view: CatalogView) throws -> JSONBody {
        let near = try ViewerContext.coordinates(latitude, longitude)
        let user = view.principal?.userID
        let seen = try view.events.require(eventId, seenBy: user)
        let isOwner = seen.event.organizerID == user
        if !isOwner { try ViewerContext(view).refuseIfBarred(seen) }
        let types = try view.ticketTypes.of(eventId)
        let owner = isOwner ? OwnerFacts(seen.event, types: types, attendeeCount: try view.holders.count(in: eventId),
                                         now: view.now) : nil
        let document = EventDocument(settings: try view.settings(), currency: view.definition.currency, now: view.now, near: near)
        var writer = JSONWriter(capacity: 2048)
        document.whole(seen, types: types, owner: owner, to: &writer)
        return JSONBody(writer.bytes, entityVersion: seen.event.version)
    }
}
