import Contracts
import Kernel
import ServiceKit

/// An attempt failed; the buyer may try again while the order waits.
package struct OnPaymentFailed<Workflows: OrderWorkflowList>: Reaction {
    package init() {}
    package func handle(_ event: PaymentFailed, in tx: OrdersTransaction) throws {
        let notice = PaymentNotice(event.paymentId, Money(event.amount, event.currency), failureCode: event.failureCode,
                                   attempt: event.attempt)
        try Workflows.handle(.failed(notice), of: event.orderId, in: tx)
    }
}
