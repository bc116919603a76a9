import Contracts
import Kernel
import OrdersKit
import ServiceKit

extension OrdersView {
    /// A ticket of the caller with a code that opens the door, or has opened it.
    /// Throws 404 for somebody else's and 409 `ticket-not-active`.
    func activeTicket(_ id: TicketID) throws -> Ticket {
        guard let ticket = try tickets.find(id), ticket.holder == (try user()).userID else { throw Rejection.notFound }
        guard ticket.status.isActive else {
            throw Rejection.conflict("ticket-not-active", "This ticket is no longer valid.",
                                     ["currentStatus": .string(ticket.status.name.rawValue)])
        }
        return ticket
    }
}
