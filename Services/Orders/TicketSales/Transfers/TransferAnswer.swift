import Contracts
import Kernel
import OrdersKit

/// A transfer as its sender or its recipient sees it.
package struct TransferAnswer: Encodable, Sendable {
    let transfer: TicketTransfer
    let ticket: Ticket
    let event: TicketEvent
    /// Empty once the account is gone.
    let senderName: String
    /// Only the recipient learns of the new ticket.
    let newTicket: TicketID?
    let status: TransferStatus.Name

    init(_ transfer: TicketTransfer, to reader: User.ID, tickets: TicketStore, events: EventProjectionStore, people: PersonStore,
         now: Timestamp) throws {
        guard let ticket = try tickets.find(transfer.ticket), let event = try events.find(transfer.event) else {
            throw UnreadableRow("ticket of transfer \(transfer.id)")
        }
        (self.transfer, self.ticket, self.event) = (transfer, ticket, event)
        senderName = try people.name(of: transfer.sender) ?? ""
        status = transfer.status(at: now).name
        newTicket = if case .accepted(reader, let new) = transfer.status { new } else { nil }
    }

    private enum Key: String, CodingKey {
        case id, ticketId, status, to, from, event, ticketType, message, createdAt, expiresAt, newTicketId
    }
    private struct Sender: Encodable { let name: String }
    private struct Event: Encodable {
        let id: EventID
        let title: String
        let startDate: Timestamp
    }
    private struct TicketType: Encodable {
        let id: TicketTypeID
        let name: String
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(transfer.id, forKey: .id)
        try container.encode(transfer.ticket, forKey: .ticketId)
        try container.encode(status.rawValue, forKey: .status)
        try container.encode(transfer.shownTo, forKey: .to)
        try container.encode(Sender(name: senderName), forKey: .from)
        try container.encode(Event(id: event.eventId, title: event.title, startDate: event.startDate.wholeSeconds), forKey: .event)
        try container.encode(TicketType(id: ticket.type, name: ticket.typeName), forKey: .ticketType)
        try container.encodeIfPresent(transfer.message, forKey: .message)
        try container.encode(transfer.createdAt.wholeSeconds, forKey: .createdAt)
        try container.encode(transfer.expiresAt.wholeSeconds, forKey: .expiresAt)
        try container.encodeIfPresent(newTicket, forKey: .newTicketId)
    }
}
