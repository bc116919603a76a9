import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// An owner changes a ticket type. Holds and tickets keep the price they were claimed at.
package struct ChangeTicketType: Command {
    package static let type: MessageType = "catalog.change-ticket-type.v1"
    let eventId: EventID
    let ticketTypeId: TicketTypeID
    let edit: TicketTypeEdit
    package init(eventId: EventID, ticketTypeId: TicketTypeID,
                 _ edit: TicketTypeEdit) { (self.eventId, self.ticketTypeId, self.edit) = (eventId, ticketTypeId,
        edit) }
    private enum Key: String, CodingKey { case eventId, ticketTypeId }
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        eventId = try values.decode(EventID.self, forKey: .eventId)
        ticketTypeId = try values.decode(TicketTypeID.self, forKey: .ticketTypeId)
        edit = try TicketTypeEdit(from: decoder)
    }
    package func encode(to encoder: any Encoder) throws {
        try edit.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(eventId, forKey: .eventId)
        try values.encode(ticketTypeId, forKey: .ticketTypeId)
    }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        var wanted = edit
        wanted.id = ticketTypeId
        try wanted.requireForm(of: eventId, in: tx)
        var change = try EventChange(toEdit: eventId, in: tx)
        guard change.types.contains(where: { $0.id == ticketTypeId }) else { throw Rejection.notFound }
        try EventAccess.requireNotDeleted(change.event)
        try change.changeTypes { $0.placing(wanted) }
        guard let type = change.types.first(where: { $0.id == ticketTypeId }) else { throw Rejection.notFound }
        return try change.answer(of: type)
    }
}
