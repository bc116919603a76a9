import Contracts
import Kernel
import ServiceKit

/// Payment received: completes the order, or refunds it if there is nothing left to sell.
package struct OnPaymentSucceeded<Workflows: OrderWorkflowList>: Reaction {
    package init() {}
    package func handle(_ event: PaymentSucceeded, in tx: OrdersTransaction) throws {
        let notice = PaymentNotice(event.paymentId, Money(event.amount, event.currency), attempt: event.attempt,
                                   paidWith: event.paidWith)
        try Workflows.handle(.succeeded(notice), of: event.orderId, in: tx)
    }
}
