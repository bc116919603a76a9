import Contracts
import Kernel
import ServiceKit

/// The provider could not give the money back, after all its tries: a person has to.
package struct OnRefundFailed: Reaction {
    package init() {}
    package func handle(_ event: RefundFailed, in tx: OrdersTransaction) throws {
        guard let refund = try tx.refunds.find(event.refundId), refund.orderId == event.orderId else { throw Rejection.notFound }
        guard refund.status.name != .succeeded else { return }  // Money that is back cannot come away again.
        try tx.refunds.settle(refund.id, .failed(code: event.failureCode, at: tx.now))
        try tx.tell(refund.orderId, .refundFailed(refund.id))
    }
}
