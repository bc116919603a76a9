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
        if try tx.desk.orders.find(event.orderId) != nil { return }  // An order of membership: the payment keeps its refunds, no coverage hangs on them.
        // Somebody with the right to it gave money back by hand, at payments: the order's sums know it, no ticket died for it.
        let byHand = Refund(id: event.refundId, orderId: event.orderId, payment: event.paymentId, amount: Money(event.amount, event.currency),
            cause: .requested, reason: nil,
                            tickets: [], status: .succeeded(at: tx.now), requestedAt: tx.now)
        guard try tx.orders.isKnown(event.orderId) else { throw Rejection.notFound }
        guard try tx.refunds.insert(byHand) else { return }  // Looked for above: it was not there.
        try tx.tellRefundSettled(byHand)
    }
}
