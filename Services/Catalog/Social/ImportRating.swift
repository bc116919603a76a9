import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Seeding: a rating that is counted, not announced. One that is there already stays.
extension ImportRating: Command {
    public typealias Answer = NoContent
    public func handle(in tx: CatalogTransaction) throws -> NoContent {
        guard try tx.events.exists(eventId) else { throw Rejection.notFound }
        guard try tx.ratings.find(eventId, by: userId) == nil else { return NoContent() }
        try tx.ratings.save(tx.context.newID(), stars: stars, review: review, attended: attended, of: eventId, by: userId, at: at)
        try EventCounts(tx).publish(of: eventId)
        return NoContent()
    }
}
