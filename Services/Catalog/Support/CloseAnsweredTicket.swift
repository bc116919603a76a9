import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Timer: an agent answered seven days ago, and nobody wrote since.
package struct CloseAnsweredTicket: Command {
    package static let type: MessageType = "catalog.close-answered-ticket.v1"
    let ticketId: String

    static func timer(of ticket: String) -> String { "support-ticket:\(ticket)" }
    /// Sets the timer where an answer waits for its reader, and cancels it elsewhere.
    static func schedule(for ticket: SupportTicket, in tx: CatalogTransaction) throws {
        guard let due = ticket.closesAt else { return tx.cancelTimer(timer(of: ticket.id)) }
        try tx.schedule(timer(of: ticket.id), at: due, CloseAnsweredTicket(ticketId: ticket.id))
    }

    package func handle(in tx: CatalogTransaction) throws -> NoContent {
        // Somebody may have written or closed it meanwhile.
        guard var ticket = try tx.support.find(ticketId), let due = ticket.closesAt, due <= tx.now, ticket.close(at: tx.now) else {
            return NoContent()
        }
        try tx.support.update(ticket)
        return NoContent()
    }
}
