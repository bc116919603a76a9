import Contracts
import Kernel
import ServiceKit

/// The buyer has to approve the payment.
package struct OnPaymentRequiresAction<Workflows: OrderWorkflowList>: Reaction {
    package init() {}
    package func handle(_ event: PaymentRequiresAction, in tx: OrdersTransaction) throws {
        let notice = PaymentNotice(event.paymentId, Money(event.amount, event.currency),
                                   action: .init(method: event.method, instructions: event.instructions),
                                   attempt: event.attempt)
        try Workflows.handle(.requiresAction(notice), of: event.orderId, in: tx)
    }
}
