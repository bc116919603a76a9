import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The organizer blocks a ticket: it scans as blocked until it is unblocked.
package struct BlockTicket: Command {
    package static let type: MessageType = "orders.block-ticket.v1"
    package let ticketId: TicketID
    package let reason: String
    package init(ticketId: TicketID, reason: String) { (self.ticketId, self.reason) = (ticketId, reason) }

    package func handle(in tx: OrdersTransaction) throws -> BlockAnswer {
        var check = Validation()
        let reason = check.text("reason", reason, 3...500) ?? ""
        try check.check()
        return try BlockAnswer.changing(ticketId, in: tx) { $0.blockedBecause = reason }
    }
}

package struct UnblockTicket: Command {
    package static let type: MessageType = "orders.unblock-ticket.v1"
    package let ticketId: TicketID
    package init(ticketId: TicketID) { self.ticketId = ticketId }

    package func handle(in tx: OrdersTransaction) throws -> BlockAnswer {
        try BlockAnswer.changing(ticketId, in: tx) { $0.blockedBecause = nil }
    }
}

package struct BlockAnswer: Encodable, Sendable {
    let ticketId: TicketID
    let serial: String
    let blocked: Bool
    let reason: String?

    static func changing(_ id: TicketID, in tx: OrdersTransaction, _ change: (inout Ticket) -> Void) throws -> BlockAnswer {
        guard var ticket = try tx.tickets.find(id) else { throw Rejection.notFound }
        let event = try tx.access().owned(ticket.eventId).event
        let status = ticket.shownStatus(at: event, now: tx.now)
        guard status == TicketStatus.Name.valid.rawValue else {
            throw Rejection.conflict("ticket-not-active", "Only a valid ticket can be blocked.", ["currentStatus": .string(status)])
        }
        change(&ticket)
        try tx.tickets.update(ticket)
        return BlockAnswer(ticketId: ticket.id, serial: ticket.serial, blocked: ticket.blockedBecause != nil, reason: ticket.blockedBecause)
    }
}
