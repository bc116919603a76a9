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
        try ViewerContext(view).refuseIfBarred(try view.events.require(eventId, seenBy: user))
        let near = try ViewerContext.coordinates(latitude, longitude)
        let personal = try Personal(view, near: near, only: eventId)
        guard let candidate = personal.candidates.first else { throw Rejection.notFound }
        let document = EventDocument(settings: try view.settings(), currency: view.definition.currency, now: view.now, near: near)
        var writer = JSONWriter(capacity: 1500)
        Personal.write(personal.recommender.recommend(candidate), document, to: &writer)
        return JSONBody(writer.bytes)
    }
}
