import Contracts
import Kernel
import ServiceKit

/// The buyer can pay.
package struct OnIntentCreated: Reaction {
    package init() {}
    package func handle(_ event: IntentCreated, in tx: OrdersTransaction) throws {
        try tx.tell(event.orderId, .intentCreated(PaymentNotice(event.paymentId, Money(event.amount, event.currency))))
    }
}
