import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /events/{eventId}/ratings`: what people say, newest first, with the summary and one's own.
package struct EventRatings: Query {
    package static let type: MessageType = "catalog.event-ratings.v1"
    let eventId: EventID
    let page: Int?
    let perPage: Int?

    package func answer(in view: CatalogView) throws -> Page<RatingStore.Rating> {
        let user = view.principal?.userID
        let event = try view.events.require(eventId, seenBy: user).event
        let request = try PageRequest(page: page, perPage: perPage)
        let counts = try view.ratings.distribution(of: eventId)
        let distribution = Dictionary(uniqueKeysWithValues: (1...5).map { (String($0), JSONValue.int(counts[$0] ?? 0)) })
        let mine = try user.flatMap { try view.ratings.find(eventId, by: $0) }
        let summary: JSONValue = ["average": event.ratingAverage.map { .double($0) } ?? .null, "count": .int(event.ratingCount),
            "distribution": .object(distribution)]
        return Page(try view.ratings.page(of: eventId, limit: request.perPage, offset: request.offset), request, total: event.ratingCount,
                    meta: ["summary": summary, "mine": try mine.map { try JSONValue(encoding: $0) } ?? .null])
    }
}
