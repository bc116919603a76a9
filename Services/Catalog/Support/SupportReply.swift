import CatalogKit
import Contracts
import Kernel
import ServiceKit

extension SupportTicket {
    /// An agent's answer holds what its owner wrote. With the account the ticket goes, so a request that is sent again finds none.
    func noteAnswer(to author: SupportAuthor, in tx: CatalogTransaction) {
        if author == .agent, let userID { tx.context.answerIsAbout(userID) }
    }
}

/// An agent's answer goes where the person reads it: to the account, or to a guest's e-mail.
struct SupportReply {
    private let tx: CatalogTransaction
    init(_ tx: CatalogTransaction) { self.tx = tx }

    /// Types of the tenant's file.
    static let toAccount = "support-reply"
    static let toGuest = "support-answer"
    /// A longer text would be cut where it stands in a mail.
    private static let charactersInMail = 500

    func send(_ message: SupportTicket.Message, position: Int, of ticket: SupportTicket) throws {
        let subject = "support/tickets/\(ticket.id)", key = "support:\(ticket.id):\(position)"
        let facts: [String: JSONValue] = ["supportTicket": ["id": .string(ticket.id), "subject": .string(ticket.subject)],
                                          "text": .string(message.body)]
        if let user = ticket.userID {
            try tx.send(Notify(kind: Self.toAccount, recipientId: user, at: tx.now, about: subject, dedupeKey: key, facts: facts))
        } else if let email = ticket.email {
            // A guest cannot open the ticket, and a mail's own text is short: a long answer comes along whole.
            let whole = message.body.count > Self.charactersInMail
                ? [SendToContact.Attachment(filename: "answer.txt", contentType: "text/plain; charset=utf-8", content: message.body)] : nil
            try tx.send(SendToContact(to: .init(email: email), template: Self.toGuest, locale: ticket.language, params: facts,
                                      attachments: whole, dedupKey: key, about: subject, at: tx.now))
        }
    }
}
