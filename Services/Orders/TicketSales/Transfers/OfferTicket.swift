import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// A holder offers a ticket to an e-mail address or a telephone number. The answer says nothing about whose it is.
package struct OfferTicket: Command {
    package static let type: MessageType = "orders.offer-ticket.v1"
    /// One of the two.
    package struct Recipient: Codable, Sendable, Equatable {
        package let email: String?
        package let phone: String?
        package init(email: String? = nil, phone: String? = nil) { (self.email, self.phone) = (email, phone) }
    }
    package let ticketId: TicketID
    /// Required; nil is refused with everything else that is wrong, after the ticket was found.
    package let to: Recipient?
    package let message: String?
    package init(ticketId: TicketID, to: Recipient?, message: String? = nil) {
        (self.ticketId, self.to, self.message) = (ticketId, to, message)
    }

    static let messageLength = 0...200

    package func handle(in tx: OrdersTransaction) throws -> Created<TransferAnswer> {
        let user = try tx.user().userID
        guard let ticket = try tx.tickets.find(ticketId), ticket.holder == user, let event = try tx.events.known(ticket.eventId) else {
            throw Rejection.notFound
        }
        let (address, text) = try checked(by: user, in: tx)
        let hasPending = try tx.transfers.hasPending(ticket.id)
        if let obstacle = TransferRules.obstacle(ticket, at: event, hasPending: hasPending, now: tx.now) {
            throw Rejection.conflict("ticket-not-transferable", "This ticket cannot be handed over.",
                                     ["reason": .string(obstacle.rawValue)])
        }
        let key = tx.addressKey(of: address)
        let recipient = try tx.transferPeople.owner(ofAddress: key)
        let token = recipient == nil ? Base64URL.encode(tx.context.secretBytes(for: "transfer-token")) : nil
        let transfer = TicketTransfer(
            id: TransferID(tx.context.newID()), ticket: ticket.id, event: ticket.eventId, sender: user, addressKey: key,
            tokenKey: token.map { tx.tokenKey(of: $0) }, shownTo: address.masked, message: text, createdAt: tx.now,
            expiresAt: event.event.startDate, status: .pending)
        // One whose time is over gave way to a later start of the event.
        try tx.transfers.settleExpired(of: ticket.eventId)
        try tx.transfers.insert(transfer)
        if let recipient { try tx.transfers.add(recipient, to: transfer, .incoming) }
        let invitation = try token.map { try tx.invitation(to: address, of: transfer, token: $0) }
        try tx.publish(transfer, of: ticket, at: event.event, to: recipient, invitation)
        return Created(try tx.transferAnswer(transfer, to: user), at: "/transfers")
    }

    private func checked(by user: User.ID, in tx: OrdersTransaction) throws -> (TransferAddress, message: String?) {
        var check = Validation()
        check.require((to?.email == nil) != (to?.phone == nil), "to", "send either email or phone")
        var address: TransferAddress?
        if let email = to?.email, to?.phone == nil {
            address = TransferAddress(email: email)
            check.require(address != nil, "to.email", "is not an e-mail address")
        } else if let phone = to?.phone, to?.email == nil {
            address = TransferAddress(phone: phone, prefix: tx.definition.phonePrefix)
            check.require(address != nil, "to.phone", "is not a phone number")
        }
        if let address, try tx.isOwn(address, of: user) { check.fail("to", "is your own address") }
        let text = check.text("message", message, Self.messageLength, required: false, multiline: true)
        try check.check()
        guard let address else { throw Rejection.invalid(["to": ["is required"]]) }  // Refused above.
        return (address, text.flatMap { $0.isEmpty ? nil : $0 })
    }
}

extension OrdersTransaction {
    /// Proved or only told: nobody hands a ticket to themselves.
    func isOwn(_ address: TransferAddress, of user: User.ID) throws -> Bool {
        let key = addressKey(of: address)
        if try transferPeople.verified(address.kind, of: user) == key { return true }
        let (email, phone) = try people.contacts(of: user)
        let own: TransferAddress? = switch address.kind {
        case .email: email.flatMap { TransferAddress(email: $0) }
        case .phone: phone.flatMap { TransferAddress(phone: $0, prefix: definition.phonePrefix) }
        }
        return own.map { addressKey(of: $0) } == key
    }

    /// Sealed: who holds the link may take the ticket.
    func invitation(to address: TransferAddress, of transfer: TicketTransfer, token: String) throws -> SealedValue {
        let pages = try definition.shared(PublicPages.self, in: .orders).address(of: definition)
        let link = TransferInvitation(channel: address.channel, to: address.text, url: "\(pages)/transfers/\(transfer.id)?token=\(token)")
        return try context.seal(try JSON.text(link), for: "notifications")
    }

    func publish(_ transfer: TicketTransfer, of ticket: Ticket, at event: TicketEvent, to recipient: User.ID?,
                 _ invitation: SealedValue?) throws {
        try publish(TransferOffered(transferId: transfer.id, orderId: ticket.orderId, eventId: ticket.eventId, event: event,
                                    ticketId: ticket.id, ticketTypeId: ticket.type, senderId: transfer.sender, recipientId: recipient,
                                    expiresAt: transfer.expiresAt.wholeSeconds, invitation: invitation))
    }
}
