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
        if try Membership.take(.paymentRefunded(PaymentNotice(event.paymentId, refunded), reason: reason), of: event.orderId, in: tx) != nil { return }
        // Somebody with the right to it gave money back by hand, at payments: a part moves money only, the whole takes the tickets with it.
        let byHand = Refund(id: event.refundId, orderId: event.orderId, payment: event.paymentId, amount: amount, cause: .requested, reason: reason,
                            tickets: [], status: .succeeded(at: tx.now), requestedAt: tx.now)
        guard try tx.orders.isKnown(event.orderId) else { throw Rejection.notFound }
        guard try tx.refunds.insert(byHand) else { return }  // Looked for above: it was not there.
        try TicketReturn(tx).tellMoney(of: event.orderId, name: "\(byHand.id):money")
        try tx.tellRefundSettled(byHand)
    }
}
