import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// The person or an agent writes in a ticket. An agent's answer is told, and closes the ticket after seven days without a reply.
package struct AddSupportMessage: Command {
    package static let type: MessageType = "catalog.add-support-message.v1"
    let ticketId: String
    let message: String
    package init(ticketId: String, message: String) { (self.ticketId, self.message) = (ticketId, message) }

    package func handle(in tx: CatalogTransaction) throws -> Answer<SupportTicketAnswer> {
        let access = try tx.supportAccess()
        var check = Validation()
        let text = check.text("message", message, SupportTicket.messageCharacters, multiline: true)
        try check.check()
        var (ticket, author) = try access.author(in: tx.support.find(ticketId))
        try ticket.add(messageOf: author, at: tx.now)
        let count = try tx.support.messageCount(of: ticketId)
        guard count < SupportTicket.messagesMax else {
            throw Rejection.conflict("support-ticket-full", "This conversation is very long. Close it and open a new ticket.")
        }
        let added = SupportTicket.Message(id: tx.context.newID(), author: author, body: text ?? "", at: tx.now)
        try tx.support.add(added, by: author == .agent ? access.userID : nil, position: count, to: ticketId)
        try tx.support.update(ticket)
        try CloseAnsweredTicket.schedule(for: ticket, in: tx)
        if author == .agent { try SupportReply(tx).send(added, position: count, of: ticket) }
        ticket.noteAnswer(to: author, in: tx)
        return Answer(SupportTicketAnswer(ticket, try tx.support.messages(of: ticketId)), status: 201,
                      location: "/support/tickets/\(ticketId)")
    }
}
