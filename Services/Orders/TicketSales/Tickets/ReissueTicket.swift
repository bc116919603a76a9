import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The holder wants a new code. The old one, on a screenshot or a print, is not admitted from now on.
package struct ReissueTicket: Command {
    package static let type: MessageType = "orders.reissue-ticket.v1"
    package let ticketId: TicketID
    package init(ticketId: TicketID) { self.ticketId = ticketId }

    private static func notActive(_ state: String) -> Rejection {
        Rejection.conflict("ticket-not-active", "This ticket is no longer valid.", ["currentStatus": .string(state)])
    }

    package func handle(in tx: OrdersTransaction) throws -> TicketAnswer {
        let user = try tx.user()
        guard var ticket = try tx.tickets.find(ticketId), ticket.holder == user.userID else { throw Rejection.notFound }
        switch ticket.status {
        case .valid: break
        case .used: throw Rejection.conflict("ticket-used", "A ticket that was used keeps its code.", ["currentStatus": "used"])
        case .transferred, .cancelled, .refunded: throw Self.notActive(ticket.status.name.rawValue)
        }
        if let event = try tx.events.known(ticket.eventId), tx.now >= event.event.endDate { throw Self.notActive("expired") }
        // The first code is no re-issue.
        guard ticket.version - 1 < tx.ticketSaleSettings.reissuesPerTicketMax else {
            throw Rejection.conflict("reissue-limit", "A ticket's code can be renewed \(tx.ticketSaleSettings.reissuesPerTicketMax) times.")
        }
        ticket.version += 1
        try tx.tickets.update(ticket)
        try tx.publish(TicketReissued(ticketId: ticket.id, orderId: ticket.orderId, eventId: ticket.eventId, holderId: ticket.holder,
                                      version: ticket.version))
        var maker = tx.answerMaker()
        return try maker.answer(ticket)
    }
}
