import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Somebody returns tickets of an order, as `RefundRules` allow. The tickets end now, their seats are for sale again, the money follows.
package struct RequestRefund: Command {
    package static let type: MessageType = "orders.request-refund.v1"
    package let orderId: OrderID
    /// Absent: every ticket of the order that can be given back.
    package let ticketIds: [TicketID]?
    package let reason: String
    package init(orderId: OrderID, ticketIds: [TicketID]? = nil, reason: String) {
        (self.orderId, self.ticketIds, self.reason) = (orderId, ticketIds, reason)
    }

    package func handle(in tx: OrdersTransaction) throws -> Created<RefundAnswer> {
        let user = try tx.user()
        var check = Validation()
        let reason = check.text("reason", reason, 3...500) ?? ""
        check.require(ticketIds?.isEmpty != true, "ticketIds", "must not be empty")
        try check.check()
        let permissions = tx.definition.permissions(of: user.roles)
        guard let order = try tx.orders.find(orderId),
            let requester = RefundRules.requester(user.userID, roles: user.roles, permissions: permissions, of: order)
        else { throw Rejection.notFound }

        if requester == .buyer, try !RefundRules.isOpen(tx.events.known(order.eventId), at: tx.now) {
            throw Rejection.conflict("refund-window-closed", "Tickets for this event can no longer be given back.")
        }
        let sold = try tx.tickets.of(order: order.id)
        // The state of the order comes last, after the tickets that are named. Without any it is all there is to say.
        if ticketIds == nil || sold.isEmpty { _ = try RefundRules.payment(of: order) }
        let tickets = try RefundRules.returned(ticketIds, of: sold)
        let payment = try RefundRules.payment(of: order)
        let refund = try TicketReturn(tx).refund(tickets, of: order, payment: payment, reason: reason)
        return Created(RefundAnswer(refund: refund), at: "/orders/\(order.id)/refunds")
    }
}
