import Contracts
import Kernel
import ServiceKit

/// A capture took nothing. The workflow decides whether it asks again.
package struct OnCaptureFailed<Workflows: OrderWorkflowList>: Reaction {
    package init() {}
    package func handle(_ event: CaptureFailed, in tx: OrdersTransaction) throws {
        let notice = PaymentNotice(event.paymentId, Money(event.amount, event.currency), failureCode: event.failureCode)
        try Workflows.handle(.captureFailed(notice), of: event.orderId, in: tx)
    }
}
