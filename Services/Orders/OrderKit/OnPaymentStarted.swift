import Contracts
import Kernel
import ServiceKit

/// A payment is under way: the seats are kept until it has a result.
package struct OnPaymentStarted: Reaction {
    package init() {}
    package func handle(_ event: PaymentStarted, in tx: OrdersTransaction) throws {
        try tx.tell(event.orderId, .paymentStarted(PaymentNotice(event.paymentId, Money(event.amount, event.currency)), deadline: event.deadlineAt))
    }
}
