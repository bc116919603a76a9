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
        guard let event = try tx.events.find(eventId)?.event, event.isTicketSalesOpen(at: tx.now) else { return NoContent() }
        // What was returned before belongs to those who waited since an earlier sale.
        try EventTickets.unitsFreed(of: eventId.rawValue, in: tx)
        try EventTimers(tx).setSales(of: event)
        return NoContent()
    }
}
