import Contracts
import Kernel
import ServiceKit

/// The buyer can pay.
package struct OnIntentCreated<Workflows: OrderWorkflowList>: Reaction {
    package init() {}
    package func handle(_ event: IntentCreated, in tx: OrdersTransaction) throws {
        let notice = PaymentNotice(event.paymentId, Money(event.amount, event.currency))
        try Workflows.handle(.intentCreated(notice), of: event.orderId, in: tx)
    }
}
