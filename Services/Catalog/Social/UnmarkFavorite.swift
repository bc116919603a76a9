import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Somebody no longer likes an event. Always works, also for cancelled ones; deleted ones are not there any more.
package struct UnmarkFavorite: Command {
    package static let type: MessageType = "catalog.unmark-favorite.v1"
    package let eventId: EventID
    package init(eventId: EventID) { self.eventId = eventId }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        let user = try tx.user().userID
        guard let seen = try tx.events.find(eventId, seenBy: user), seen.isFavorite || seen.event.isVisible(to: user) else {
            throw Rejection.notFound
        }
        var count = seen.event.favoriteCount
        if try tx.favorites.remove(eventId, of: user) {
            count -= 1
            try tx.publish(EventFavorited(eventId: eventId, userId: user, favorite: false, favorites: count))
        }
        return FavoriteAnswer.body(false, count: count)
    }
}
