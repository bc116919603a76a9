import Contracts
import Kernel
import ServiceKit

/// Money went back.
package struct OnRefundSucceeded<Workflows: OrderWorkflowList>: Reaction {
    package init() {}
    package func handle(_ event: RefundSucceeded, in tx: OrdersTransaction) throws {
        guard !event.orderId.isForeign else { return }  // Not sold here.
        let refund = SettledRefund(
            id: event.refundId, payment: event.paymentId, order: event.orderId, amount: Money(event.amount, event.currency),
            refundedTotal: Money(event.refundedTotal ?? event.amount, event.currency), reason: event.reason)
        guard try Workflows.offer(in: tx, { try $0.refundSucceeded(refund, in: tx) }) else { throw Rejection.notFound }
    }
}
