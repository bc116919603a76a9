import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /support/tickets/{ticketId}`: for its owner and agents.
package struct SupportTicketDetails: Query {
    package static let type: MessageType = "catalog.support-ticket.v1"
    let ticketId: String

    package func answer(in view: CatalogView) throws -> SupportTicketAnswer {
        let (ticket, _) = try view.supportAccess().author(in: view.support.find(ticketId))
        return SupportTicketAnswer(ticket, try view.support.messages(of: ticketId))
    }
}
