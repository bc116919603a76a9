import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Returns tickets: they become invalid, their seats are for sale again, and a refund may follow.
struct TicketReturn {
    private let tx: OrdersTransaction
    init(_ tx: OrdersTransaction) { self.tx = tx }

    /// The reason in `TicketsCancelled` for refunded tickets.
    static let refunded = "refund"

    /// Refunds what `RefundRules.share` says, and ends the tickets.
    func refund(_ tickets: [Ticket], of order: TicketOrder, payment: PaymentID?, reason: String?) throws -> TicketRefund {
        let promised = try tx.refunds.promised(of: order.id, payment: payment)
        let share = try RefundRules.share(of: tickets, in: order, promised: promised, feePercent: tx.ticketSaleSettings.platformFeePercent)
        let amount = share.money
        let refund = TicketRefund(id: RefundID(tx.context.newID()), orderId: order.id, payment: payment, amount: amount, fee: share.fee,
                            cause: .requested, reason: reason, tickets: tickets.map(\.id),
                            status: amount.isZero ? .succeeded(at: tx.now) : .pending, requestedAt: tx.now)
        guard try tx.refunds.insert(refund) else { throw Rejection.conflict("conflict", "This refund exists.") }
        try end(tickets, of: order, as: .refunded, because: Self.refunded, name: refund.id.rawValue)
        if let payment, !amount.isZero {
            try tx.send(RefundPayment(refundId: refund.id, paymentId: payment, orderId: order.id, amount: amount.amount,
                                      currency: amount.currency, reason: reason ?? RefundCause.requested.rawValue, fee: share.fee.amount))
        } else {
            try tx.publishRefundSettled(refund)
        }
        return refund
    }

    /// Ends tickets and returns their seats to the catalog.
    /// - Parameter name: identifies the return, so that the catalog applies it once.
    func end(_ tickets: [Ticket], of order: TicketOrder, as status: TicketStatus, because reason: String, name: String) throws {
        for var ticket in tickets {
            ticket.status = status
            try tx.tickets.update(ticket)
        }
        try publishEnd(of: tickets, in: order, because: reason)
        // Tickets may end without a refund: tell the catalog how much is refunded.
        let refunded = try tx.refunds.promised(of: order.id, payment: order.status.payment).money
        try tx.send(ReturnStock(orderId: order.id, listing: .event(order.eventId), lines: Self.lines(of: tickets).map(\.claimed),
                                returnId: name, userId: order.buyer, refundedTotal: refunded))
    }

    /// One message for each holder: who bought a ticket and gave it away does not learn of the one that took its place.
    func publishEnd(of tickets: [Ticket], in order: TicketOrder, because reason: String) throws {
        for (_, own) in Dictionary(grouping: tickets, by: \.holder).sorted(by: { $0.key < $1.key }) {
            try tx.publish(TicketsCancelled(orderId: order.id, eventId: order.eventId, tickets: own.map(IssuedTicket.init), reason: reason))
        }
    }

    /// Tells the catalog about money that was refunded without tickets, or whose refund failed: the catalog shows the
    /// cost of deleting an event.
    /// - Parameter name: identifies the message, so that the catalog applies it once.
    func publishMoney(of id: OrderID, name: String) throws {
        // The order sold nothing.
        guard let order = try tx.orders.find(id), order.completedAt != nil, let payment = order.status.payment else { return }
        let refunded = try tx.refunds.promised(of: order.id, payment: payment).money
        try tx.send(ReturnStock(orderId: order.id, listing: .event(order.eventId), lines: [], returnId: name, userId: order.buyer,
                                refundedTotal: refunded))
    }

    private static func lines(of tickets: [Ticket]) -> [TicketLine] {
        var lines: [TicketLine] = []
        for ticket in tickets {
            if let place = lines.firstIndex(where: { $0.ticketTypeId == ticket.type }) {
                lines[place] = TicketLine(ticketTypeId: ticket.type, quantity: lines[place].quantity + 1)
            } else {
                lines.append(TicketLine(ticketTypeId: ticket.type, quantity: 1))
            }
        }
        return lines
    }
}
