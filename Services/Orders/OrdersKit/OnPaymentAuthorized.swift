import Contracts
import Kernel
import ServiceKit

/// The buyer's bank keeps the money ready.
package struct OnPaymentAuthorized<Workflows: OrderWorkflowList>: Reaction {
    package init() {}
    package func handle(_ event: PaymentAuthorized, in tx: OrdersTransaction) throws {
        let notice = PaymentNotice(event.paymentId, Money(event.amount, event.currency), attempt: event.attempt)
        try Workflows.handle(.authorized(notice, until: event.authorizationExpiresAt), of: event.orderId, in: tx)
    }
}
