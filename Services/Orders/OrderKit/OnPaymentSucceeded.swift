import Contracts
import Kernel
import ServiceKit

/// The money is here: the seats are sold, or it goes back.
package struct OnPaymentSucceeded: Reaction {
    package init() {}
    package func handle(_ event: PaymentSucceeded, in tx: OrdersTransaction) throws {
        try tx.tell(event.orderId, .paymentSucceeded(PaymentNotice(event.paymentId, Money(event.amount, event.currency))))
    }
}
