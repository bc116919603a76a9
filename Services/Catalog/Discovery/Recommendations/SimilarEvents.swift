import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /events/{eventId}/similar`: up to ten others that are published, of the same category first, then of the same city, soonest first.
package struct SimilarEvents: Query {
    package static let type: MessageType = "catalog.similar-events.v1"
    let eventId: EventID
    let page: Int?
    let perPage: Int?
    package static let eventsMax = 10

    package func answer(in view: CatalogView) throws -> JSONBody {
        let request = try PageRequest(page: page, perPage: perPage, standard: Self.eventsMax)
        let user = view.principal?.userID
        let seen = try view.events.require(eventId, seenBy: user)
        let settings = try view.settings()
        var alike = EventFilter()
        alike.statuses = [.published]
        alike.reachedAges = try ViewerContext(view).reachedAges()
        var filters: [EventFilter] = []
        if let category = seen.event.category {
            var filter = alike
            filter.categories = [category]
            filters.append(filter)
        }
        if let city = seen.event.place.city {
            var filter = alike
            filter.city = city
            filters.append(filter)
        }
        var events: [SeenEvent] = []
        for filter in filters {
            // One more than wanted: the event itself may be among them, and what the first list has.
            let found = try view.finder.page(filter, bands: settings.priceBands, seenBy: user, now: view.now, limit: 2 * Self.eventsMax + 1,
                                            offset: 0).events
            events += found.filter { one in one.event.id != eventId && !events.contains { $0.event.id == one.event.id } }
        }
        let chosen = events.prefix(Self.eventsMax)
        return EventCards.page((Array(chosen.dropFirst(request.offset).prefix(request.perPage)), chosen.count), request,
                               EventDocument(settings: settings, currency: view.definition.currency, now: view.now))
    }
}
