import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Somebody asks for help, with or without an account. The gateway limits guests.
package struct OpenSupportTicket: Command {
    package static let type: MessageType = "catalog.open-support-ticket.v1"
    let category: String
    let subject: String
    let message: String
    let email: String?
    let orderId: OrderID?
    let eventId: EventID?
    package init(category: String, subject: String, message: String, email: String? = nil, orderId: OrderID? = nil,
                 eventId: EventID? = nil) {
        (self.category, self.subject, self.message, self.email) = (category, subject, message, email)
        (self.orderId, self.eventId) = (orderId, eventId)
    }

    package func handle(in tx: CatalogTransaction) throws -> Created<SupportTicketAnswer> {
        let user = tx.principal?.userID
        var check = Validation()
        check.require(SupportTicket.categories.contains(category), "category",
                      "must be one of \(SupportTicket.categories.joined(separator: ", "))")
        let subject = check.text("subject", subject, SupportTicket.subjectCharacters)
        let text = check.text("message", message, SupportTicket.firstMessageCharacters, multiline: true)
        let email = check.email("email", email, isRequired: user == nil)
        try check.check()
        // What needs rows comes last; both fields are named at once.
        if let orderId { check.require(try isOwn(orderId, of: user, in: tx), "orderId", "must be an order of yours") }
        if let eventId { check.require(try isKnown(eventId, to: user, in: tx), "eventId", "must be an event that you can see") }
        try check.check()
        let ticket = SupportTicket(id: tx.context.newID(), userID: user, email: email, language: tx.language, category: category,
                                   subject: subject ?? "", orderID: orderId, eventID: eventId, createdAt: tx.now, updatedAt: tx.now)
        try tx.support.insert(ticket)
        let first = SupportTicket.Message(id: tx.context.newID(), author: .user, body: text ?? "", at: tx.now)
        try tx.support.add(first, by: nil, position: 0, to: ticket.id)
        return Created(SupportTicketAnswer(ticket, [first]), at: "/support/tickets/\(ticket.id)")
    }

    /// Guests have no orders.
    private func isOwn(_ order: OrderID, of user: User.ID?, in tx: CatalogTransaction) throws -> Bool {
        guard let user else { return false }
        return try tx.orderOwners.owner(of: order) == user
    }
    private func isKnown(_ event: EventID, to user: User.ID?, in tx: CatalogTransaction) throws -> Bool {
        try tx.events.find(event, seenBy: user)?.event.isVisible(to: user) ?? false
    }
}

extension Validation {
    /// Answers are sent there: one @, a dot in the domain, at most 254 bytes; the domain in lower case.
    fileprivate mutating func email(_ field: String, _ typed: String?, isRequired: Bool) -> String? {
        let text = (typed ?? "").trimmed
        guard !text.isEmpty else {
            require(!isRequired, field, "is required")
            return nil
        }
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            (33...126).contains(scalar.value) && !"<>()[]\\,;:\"".unicodeScalars.contains(scalar)
        }
        let labels = parts.last?.split(separator: ".", omittingEmptySubsequences: false) ?? []
        guard isPlain, parts.count == 2, !parts[0].isEmpty, text.utf8.count <= 254, labels.count > 1, !labels.contains(where: \.isEmpty)
        else {
            fail(field, "is not an e-mail address")
            return nil
        }
        return "\(parts[0])@\(parts[1].lowercased())"
    }
}
