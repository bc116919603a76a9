import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Seeding: a place in a waiting list. One that was there already stays as it is.
extension ImportWaitlistEntry: Command {
    public typealias Answer = NoContent
    public func handle(in tx: CatalogTransaction) throws -> NoContent {
        guard try tx.ticketTypes.of(eventId).contains(where: { $0.id == ticketTypeId }) else { throw Rejection.notFound }
        if try tx.waitlist.exists(entryId) || tx.waitlist.isWaiting(userId, for: ticketTypeId.rawValue, of: eventId.rawValue) {
            return NoContent()
        }
        try tx.waitlist.join(entryId, listing: eventId.rawValue, subject: ticketTypeId.rawValue, user: userId, quantity: quantity,
                             at: tx.now)
        try Waitlist(tx).publishLength(of: eventId.rawValue)
        return NoContent()
    }
}
