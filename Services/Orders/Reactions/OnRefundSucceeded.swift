import Contracts
import Kernel
import ServiceKit

/// Money went back.
package struct OnRefundSucceeded: Reaction {
    package init() {}
    package func handle(_ event: RefundSucceeded, in tx: OrdersTransaction) throws {
        guard let refund = try tx.refunds.find(event.refundId), refund.orderId == event.orderId else { throw Rejection.notFound }
        guard refund.status.name != .succeeded else { return }  // Said twice; it is in the sums.
        try tx.refunds.settle(refund.id, .succeeded(at: tx.now))
        let sums = try tx.refunds.sums(of: refund.orderId, payment: refund.payment)
        try tx.tell(refund.orderId, .refundSettled(refund.id, amount: refund.amount, refundedSoFar: Money(sums.succeeded, refund.amount.currency),
                                                   ticketsLeft: try tx.tickets.activeCount(of: refund.orderId)))
    }
}
