import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// A ticket has another holder, who is an attendee from now on.
struct OnTicketTransferred: Reaction {
    func handle(_ event: TicketTransferred, in tx: CatalogTransaction) throws {
        try tx.holders.moved(event.former, to: event.tickets, of: event.eventId, buyer: event.buyerId)
    }
}

/// Tickets ended. Those of a cancelled event still say whom it concerned.
struct OnTicketsCancelled: Reaction {
    func handle(_ event: TicketsCancelled, in tx: CatalogTransaction) throws {
        guard event.reason != "event-cancelled" else { return }
        try tx.holders.ended(event.tickets, of: event.eventId)
    }
}
