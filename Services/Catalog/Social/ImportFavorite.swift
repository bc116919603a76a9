import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Seeding: a person who likes an event and hears of it from now on. Liking an event notifies nobody.
extension ImportFavorite: Command {
    public typealias Answer = NoContent
    public func handle(in tx: CatalogTransaction) throws -> NoContent {
        guard let liked = try tx.events.find(eventId)?.event else { throw Rejection.notFound }
        if try tx.favorites.add(eventId, of: userId, at: at ?? tx.now) {
            try tx.publish(EventFavorited(eventId: eventId, userId: userId, favorite: true, favorites: liked.favoriteCount + 1))
        }
        return NoContent()
    }
}
