import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// The person or an agent ends a conversation. Closing twice changes nothing.
package struct CloseSupportTicket: Command {
    package static let type: MessageType = "catalog.close-support-ticket.v1"
    let ticketId: String
    package init(ticketId: String) { self.ticketId = ticketId }

    package func handle(in tx: CatalogTransaction) throws -> SupportTicketAnswer {
        var (ticket, author) = try tx.supportAccess().author(in: tx.support.find(ticketId))
        if ticket.close(at: tx.now) {
            try tx.support.update(ticket)
            try CloseAnsweredTicket.schedule(for: ticket, in: tx)
        }
        ticket.noteAnswer(to: author, in: tx)
        return SupportTicketAnswer(ticket, try tx.support.messages(of: ticketId))
    }
}
