import Contracts
import Kernel
import ServiceKit

/// Payments has closed the payment. The workflow decides whether the order goes on.
package struct OnPaymentCanceled<Workflows: OrderWorkflowList>: Reaction {
    package init() {}
    package func handle(_ event: PaymentCanceled, in tx: OrdersTransaction) throws {
        let notice = PaymentNotice(event.paymentId, Money(event.amount, event.currency), failureCode: event.failureCode)
        try Workflows.handle(.canceled(notice), of: event.orderId, in: tx)
    }
}
