import CatalogKit
import Contracts
import Kernel
import Messaging
import ServiceKit

/// The day before the first tickets of an event are sold has come. Set by a timer.
struct AnnounceSalesOpening: Command {
    static let type: MessageType = "catalog.announce-sales-opening.v1"
    let eventId: EventID

    func handle(in tx: CatalogTransaction) throws -> NoContent {
        // Called off, deleted or started meanwhile: nothing is sold.
        guard let event = try tx.events.find(eventId)?.event, event.isTicketSalesOpen(at: tx.now), let begins = event.startDate else {
            return NoContent()
        }
        // Moved or taken back: then another timer stands for it, or none. Sold from the event's own start on, it is never sold.
        guard let start = FirstSale.start(try tx.ticketTypes.of(eventId)), start < begins,
              try FirstSale.announcedAt(start, zone: tx.zone(), now: tx.now) == tx.now else {
            return NoContent()
        }
        // Said already, before an edit of something else.
        guard try tx.salesOpenings.markAnnounced(start, of: eventId) else { return NoContent() }
        try tx.publish(
            SalesOpening(eventId: eventId, organizerId: event.organizerID, title: event.title ?? "", salesStart: start.wholeSeconds))
        return NoContent()
    }
}
