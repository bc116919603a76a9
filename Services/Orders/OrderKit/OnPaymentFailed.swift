import Contracts
import Kernel
import ServiceKit

/// An attempt failed; the buyer may try again while the seats are held.
package struct OnPaymentFailed: Reaction {
    package init() {}
    package func handle(_ event: PaymentFailed, in tx: OrdersTransaction) throws {
        try tx.tell(event.orderId, .paymentFailed(PaymentNotice(event.paymentId, Money(event.amount, event.currency))))
    }
}
