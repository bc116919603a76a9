import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Somebody likes an event. Liking twice is liking once.
package struct MarkFavorite: Command {
    package static let type: MessageType = "catalog.mark-favorite.v1"
    package let eventId: EventID
    package init(eventId: EventID) { self.eventId = eventId }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        let user = try tx.user().userID
        let seen = try tx.events.require(eventId, seenBy: user)
        guard seen.event.deletedAt == nil else { throw Rejection.notFound }
        if seen.event.organizerID != user,
            AgeRule.isBarred(seen.event.ageRestriction, startDate: seen.event.startDate, birthDate: seen.viewerBirthDate,
                             zone: try tx.zone()) {
            throw AgeRule.refusal(seen.event.ageRestriction ?? 0)
        }
        switch seen.event.life {
        case .cancelled: throw Rejection.conflict("event-cancelled", "This event was cancelled.")
        case .draft, .published: break
        }
        var count = seen.event.favoriteCount
        if !seen.isFavorite, try tx.favorites.add(eventId, of: user, at: tx.now) {
            count += 1
            try tx.publish(EventFavorited(eventId: eventId, userId: user, favorite: true, favorites: count))
        }
        return FavoriteAnswer.body(true, count: count)
    }
}

enum FavoriteAnswer {
    static func body(_ isFavorite: Bool, count: Int) -> JSONBody {
        JSONBody(capacity: 48) { (writer: inout JSONWriter) in
            writer.member("favorite", isFavorite)
            writer.member("favoriteCount", count)
        }
    }
    static let schema = Schema.object(["favorite": .boolean, "favoriteCount": .integer()], required: ["favorite", "favoriteCount"])
}
