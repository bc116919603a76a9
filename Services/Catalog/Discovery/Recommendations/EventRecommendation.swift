import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /events/{eventId}/recommendation`: how well one event fits, with the arithmetic.
package struct EventRecommendation: Query {
    package static let type: MessageType = "catalog.event-recommendation.v1"
    let eventId: EventID
    let latitude: Double?
    let longitude: Double?

    package func answer(in view: CatalogView) throws -> JSONBody {
        let user = try view.user().userID
        let near = try ViewerContext.coordinates(latitude, longitude)
        let seen = try view.events.require(eventId, seenBy: user)
        try ViewerContext(view).refuseIfBarred(seen)
        guard let event = try view.lists.rated(eventId) else { throw Rejection.notFound }
        let personal = try Personal(view, near: near)
        let document = EventDocument(settings: try view.settings(), currency: view.definition.currency, now: view.now, near: near)
        var writer = JSONWriter(capacity: 1500)
        personal.write(personal.recommend(event), seen, document, to: &writer)
        return JSONBody(writer.bytes)
    }
}
