import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// An owner takes a ticket type away that nobody holds or has.
package struct RemoveTicketType: Command {
    package static let type: MessageType = "catalog.remove-ticket-type.v1"
    let eventId: EventID
    let ticketTypeId: TicketTypeID
    package init(eventId: EventID, ticketTypeId: TicketTypeID) { (self.eventId, self.ticketTypeId) = (eventId, ticketTypeId) }

    package func handle(in tx: CatalogTransaction) throws -> NoContent {
        var change = try EventChange(toEdit: eventId, in: tx)
        guard let type = change.types.first(where: { $0.id == ticketTypeId }) else { throw Rejection.notFound }
        try EventAccess.requireNotDeleted(change.event)
        try EventEditor.refuseRemoval(of: type)
        try change.changeTypes { list in list.filter { $0.id != ticketTypeId } }
        return NoContent()
    }
}
