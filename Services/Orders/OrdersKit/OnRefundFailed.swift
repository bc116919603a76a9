import Contracts
import Kernel
import ServiceKit

/// The provider could not send the money back, after all its tries: a person has to.
package struct OnRefundFailed<Workflows: OrderWorkflowList>: Reaction {
    package init() {}
    package func handle(_ event: RefundFailed, in tx: OrdersTransaction) throws {
        let refund = FailedRefund(id: event.refundId, order: event.orderId, code: event.failureCode)
        guard try !Workflows.offer(in: tx, { try $0.refundFailed(refund, in: tx) }) else { return }
        // A person requested it in payments and sees the failure there.
        _ = try tx.refundReasons.take(of: event.refundId)
    }
}
