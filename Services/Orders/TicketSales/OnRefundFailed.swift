import Contracts
import Kernel
import ServiceKit

/// The provider could not give the money back, after all its tries: a person has to.
package struct OnRefundFailed: Reaction {
    package init() {}
    package func handle(_ event: RefundFailed, in tx: OrdersTransaction) throws {
        guard let refund = try tx.refunds.find(event.refundId) else {
            // A person requested it in payments and sees the failure there.
            _ = try tx.refunds.takeReason(of: event.refundId)
            return
        }
        guard refund.orderId == event.orderId else { throw Rejection.notFound }
        try tx.refundFailed(refund, code: event.failureCode)
    }
}
