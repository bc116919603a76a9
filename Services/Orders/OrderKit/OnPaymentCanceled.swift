import Contracts
import Kernel
import ServiceKit

/// Payments has closed the payment. Whether the order goes on is for its hold to say.
package struct OnPaymentCanceled: Reaction {
    package init() {}
    package func handle(_ event: PaymentCanceled, in tx: OrdersTransaction) throws {
        try tx.tell(event.orderId, .paymentCanceled(PaymentNotice(event.paymentId, Money(event.amount, event.currency))))
    }
}
