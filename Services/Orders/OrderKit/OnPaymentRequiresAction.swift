import Contracts
import Kernel
import ServiceKit

/// The buyer has to approve the payment.
package struct OnPaymentRequiresAction: Reaction {
    package init() {}
    package func handle(_ event: PaymentRequiresAction, in tx: OrdersTransaction) throws {
        try tx.tell(event.orderId, .paymentNeedsAction(PaymentNotice(event.paymentId, Money(event.amount, event.currency))))
    }
}
