import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Somebody takes a rating back. None is nothing to take back.
package struct WithdrawRating: Command {
    package static let type: MessageType = "catalog.withdraw-rating.v1"
    let eventId: EventID
    package init(eventId: EventID) { self.eventId = eventId }

    package func handle(in tx: CatalogTransaction) throws -> NoContent {
        let user = try tx.user().userID
        guard try tx.events.require(eventId, seenBy: user).event.deletedAt == nil else { throw Rejection.notFound }
        if try tx.ratings.remove(eventId, by: user) { try EventCounts(tx).publish(of: eventId) }
        return NoContent()
    }
}
