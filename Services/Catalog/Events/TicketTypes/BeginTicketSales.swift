import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// The sales of some ticket type begin. Set by a timer.
struct BeginTicketSales: Command {
    static let type: MessageType = "catalog.begin-ticket-sales.v1"
    let eventId: EventID

    func handle(in tx: CatalogTransaction) throws -> NoContent {
        // Called off or deleted meanwhile: nothing is sold.
        guard let event = try tx.events.find(eventId)?.event, event.life == .published, event.deletedAt == nil else { return NoContent() }
        // Also of an organizer who is suspended: the sales of another type may begin when that is over.
        try EventTimers(tx).setSales(of: event)
        // What was returned before belongs to those who waited since an earlier sale. Nobody is offered anything while sales are closed.
        try EventTickets.unitsFreed(of: eventId.rawValue, in: tx)
        return NoContent()
    }
}
