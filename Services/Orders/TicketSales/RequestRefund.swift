import Contracts
import Kernel
import ServiceKit

/// A buyer gives tickets back, or the organizer (or whoever may refund) takes them back. The tickets die now, their seats sell again, the money follows.
package struct RequestRefund: Command {
    package static let type: MessageType = "orders.request-refund.v1"
    package let orderId: OrderID
    /// Absent: every ticket of the order that can be given back.
    package let ticketIds: [TicketID]?
    package let reason: String
    package init(orderId: OrderID, ticketIds: [TicketID]? = nil, reason: String) { (self.orderId, self.ticketIds, self.reason) = (orderId, ticketIds, reason) }

    package func handle(in tx: OrdersTransaction) throws -> Created<RefundAnswer> {
        let user = try tx.user()
        var check = Validation()
        let reason = check.text("reason", reason, 3...500) ?? ""
        check.require(ticketIds?.isEmpty != true, "ticketIds", "must not be empty")
        try check.check()
        guard let order = try tx.orders.find(orderId), order.status != .refused else { throw Rejection.notFound }
        let asOwner = order.organizer == user.userID || tx.definition.permissions(of: user.roles).contains("payments:refund")
        guard asOwner || order.buyer == user.userID else { throw Rejection.notFound }

        let payment = try refundable(order)
        if !asOwner { try withinWindow(order, in: tx) }
        let tickets = try chosen(from: try tx.tickets.of(order: order.id))
        let refund = try TicketReturn(tx).refund(tickets, of: order, payment: payment, reason: reason)
        return Created(RefundAnswer(refund: refund), at: "/orders/\(order.id)/refunds")
    }

    /// The order's payment; nil where nothing was paid.
    private func refundable(_ order: TicketOrder) throws -> PaymentID? {
        switch order.status {
        case .completed(let payment), .partiallyRefunded(let payment): return payment
        case .pending, .preparing, .awaitingPayment, .confirming, .reclaiming, .returning, .refunded, .refused, .expired, .cancelled:
            throw Rejection.conflict("order-state", "Only a completed order has tickets to give back.", ["currentStatus": .string(order.status.shown.rawValue)])
        }
    }

    private func withinWindow(_ order: TicketOrder, in tx: OrdersTransaction) throws {
        guard let until = try tx.events.known(order.eventId)?.refundableUntil, tx.now <= until else {
            throw Rejection.conflict("refund-window-closed", "Tickets for this event can no longer be given back.")
        }
    }

    private func chosen(from tickets: [Ticket]) throws -> [Ticket] {
        guard let ticketIds else {
            let valid = tickets.filter { $0.status == .valid }
            if valid.isEmpty, let first = tickets.first { try Self.requireRefundable(first) }
            guard !valid.isEmpty else { throw Rejection.conflict("ticket-not-active", "No ticket is left to give back.") }
            return valid
        }
        let wanted = Set(ticketIds)
        let chosen = tickets.filter { wanted.contains($0.id) }
        guard chosen.count == wanted.count else { throw Rejection.invalid(["ticketIds": ["must be tickets of this order"]]) }
        for ticket in chosen { try Self.requireRefundable(ticket) }
        return chosen
    }

    private static func requireRefundable(_ ticket: Ticket) throws {
        switch ticket.status {
        case .valid: return
        case .used: throw Rejection.conflict("ticket-used", "A ticket that was used cannot be given back.", ["ticketId": .string(ticket.id.rawValue)])
        case .transferred: throw Rejection.conflict("ticket-transferred", "The ticket belongs to somebody else now.", ["ticketId": .string(ticket.id.rawValue)])
        case .cancelled, .refunded: throw Rejection.conflict("ticket-not-active", "The ticket was given back already.",
            ["ticketId": .string(ticket.id.rawValue)])
        }
    }
}
