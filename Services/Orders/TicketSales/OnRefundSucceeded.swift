import Contracts
import Kernel
import ServiceKit

/// Money went back.
package struct OnRefundSucceeded: Reaction {
    package init() {}
    package func handle(_ event: RefundSucceeded, in tx: OrdersTransaction) throws {
        guard !event.orderId.isForeign else { return }  // Not sold here.
        if let refund = try tx.refunds.find(event.refundId) {
            guard refund.orderId == event.orderId else { throw Rejection.notFound }
            return try tx.refundSucceeded(refund)
        }
        let reason = try tx.refunds.takeReason(of: event.refundId) ?? event.reason
        let amount = Money(event.amount, event.currency)
        let refunded = Money(event.refundedTotal ?? event.amount, event.currency)
        if let order = try Membership.take(.paymentRefunded(PaymentNotice(event.paymentId, refunded), reason: reason), of: event.orderId, in: tx) {
            // Payments never sends a reason for refunds that orders requests.
            guard reason == nil, order.refund(of: event.paymentId) != event.refundId, order.status.name != "refunded" else { return }
            return try tx.refunds.mark(event.refundId, order: event.orderId)
        }
        // A person with the permission made the refund in payments: a partial one moves money only, a full one also
        // ends the tickets.
        let byHand = Refund(id: event.refundId, orderId: event.orderId, payment: event.paymentId, amount: amount, cause: .requested, reason: reason,
                            tickets: [], status: .succeeded(at: tx.now), requestedAt: tx.now)
        guard try tx.orders.isKnown(event.orderId) else { throw Rejection.notFound }
        guard try tx.refunds.insert(byHand) else { return }  // Checked above: it did not exist.
        try TicketReturn(tx).tellMoney(of: event.orderId, name: "\(byHand.id):money")
        try tx.tellRefundSettled(byHand)
    }
}
