import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// One ticket of the asker.
package struct TicketDetails: Query {
    package static let type: MessageType = "orders.ticket-details.v1"
    package let ticketId: TicketID

    package func answer(in view: OrdersView) throws -> TicketAnswer {
        let user = try view.user()
        guard let ticket = try view.tickets.find(ticketId), ticket.holder == user.userID else { throw Rejection.notFound }
        var maker = view.answerMaker()
        return try maker.answer(ticket)
    }
}
