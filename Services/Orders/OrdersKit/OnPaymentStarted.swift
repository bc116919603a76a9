import Contracts
import Kernel
import ServiceKit

/// A payment is under way. A workflow keeps what it holds for the order until the payment has a result.
package struct OnPaymentStarted<Workflows: OrderWorkflowList>: Reaction {
    package init() {}
    package func handle(_ event: PaymentStarted, in tx: OrdersTransaction) throws {
        let notice = PaymentNotice(event.paymentId, Money(event.amount, event.currency), attempt: event.attempt)
        try Workflows.handle(.started(notice, deadline: event.deadlineAt), of: event.orderId, in: tx)
    }
}
