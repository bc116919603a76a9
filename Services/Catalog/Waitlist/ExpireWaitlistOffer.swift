import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// An offer was not used in time: the next in line gets it. Set by a timer.
extension ExpireWaitlistOffer: Command {
    package func handle(in tx: CatalogTransaction) throws -> NoContent {
        // Used, left or closed meanwhile: there is no offer that could end.
        guard let entry = try tx.waitlist.find(entryId), entry.isOffered, let offer = entry.offerID else { return NoContent() }
        try tx.waitlist.end(entry, as: "expired")
        try Waitlist(tx).publishLength(of: entry.listing)
        try tx.publish(WaitlistOfferExpired(eventId: EventID(entry.listing), ticketTypeId: TicketTypeID(entry.subject), userId: entry.user,
                                            entryId: entry.id, offerId: offer))
        try Waitlist(tx).serve(entry.listing, of: EventTickets.self)
        return NoContent()
    }
}
