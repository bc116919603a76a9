import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The recipient takes the ticket: the old one is void from now on, a new one with its own code takes its place.
package struct AcceptTransfer: Command {
    package static let type: MessageType = "orders.accept-transfer.v1"
    package let transferId: TransferID
    /// Of the link that was sent to the address; the gateway seals it.
    package let token: SealedValue?
    package let ageConfirmed: Bool?
    package init(transferId: TransferID, token: SealedValue? = nil, ageConfirmed: Bool? = nil) {
        (self.transferId, self.token, self.ageConfirmed) = (transferId, token, ageConfirmed)
    }

    package func handle(in tx: OrdersTransaction) throws -> TransferAnswer {
        let user = try tx.user().userID
        var transfer = try tx.transfer(transferId, to: user, token: token)
        guard var ticket = try tx.tickets.find(transfer.ticket), let event = try tx.events.known(transfer.event)?.event,
            let buyer = try tx.orders.find(ticket.orderId)?.buyer else { throw Rejection.notFound }
        let id = TicketID(tx.context.newID())
        try transfer.end(as: .accepted(by: user, newTicket: id), at: tx.now)
        let birthDate = try tx.transferPeople.birthDate(of: user)
        try TransferRules.requireAge(for: event, birthDate: birthDate, isConfirmed: ageConfirmed ?? false,
                                     zone: TimeZoneRules.named(tx.definition.timezone))

        let received = try tx.receive(ticket, as: id, by: user, attention: AgeRule.attention(event.ageRestriction, birthDate: birthDate))
        try tx.transfers.update(transfer)
        try tx.transfers.add(user, to: transfer, .incoming)
        // Codes of the old ticket are revoked by its status; a higher version tells readers that know only versions.
        (ticket.status, ticket.version) = (.transferred, ticket.version + 1)
        try tx.tickets.update(ticket)
        try tx.publish(TicketTransferred(transferId: transfer.id, orderId: ticket.orderId, eventId: ticket.eventId, event: event,
                                         buyerId: buyer, former: IssuedTicket(ticket), tickets: [IssuedTicket(received)]))
        // It names the sender: after the erasure no request that is sent again is answered with it.
        tx.context.answerIsAbout(transfer.sender)
        return try tx.transferAnswer(transfer, to: user)
    }
}

extension OrdersTransaction {
    /// Type, price and order stay; the name is the recipient's, and so the account's, wherever the ticket is shown.
    fileprivate func receive(_ former: Ticket, as id: TicketID, by user: User.ID, attention: String?) throws -> Ticket {
        let position = try tickets.of(order: former.orderId).count
        return try TicketIssue.withFreeSerial(of: id, prefix: ticketSaleSettings.numberPrefix) { serial in
            let ticket = Ticket(id: id, orderId: former.orderId, eventId: former.eventId, type: former.type, typeName: former.typeName,
                                price: former.price, holder: user, attendeeName: nil, serial: serial, attention: attention,
                                purchasedAt: now, receivedFrom: former.id)
            return try tickets.insert(ticket, position: position) ? ticket : nil
        }
    }
}
