import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Seeding: a mark that is counted, not announced.
extension ImportFavorite: Command {
    public typealias Answer = NoContent
    public func handle(in tx: CatalogTransaction) throws -> NoContent {
        guard try tx.events.exists(eventId) else { throw Rejection.notFound }
        if try tx.favorites.add(eventId, of: userId, at: at ?? tx.now) { try EventCounts(tx).publish(of: eventId) }
        return NoContent()
    }
}
