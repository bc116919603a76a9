import Contracts
import Kernel
import Messaging
import ServiceKit

/// Nobody wants the payment any more. An attempt that runs cannot be called back: its success is reported all the same.
extension CancelIntent: Command {
    public func handle(in tx: PaymentsTransaction) throws -> NoContent {
        var payment = try tx.payments.require(paymentId)
        guard payment.orderId == orderId else { throw Rejection.notFound }
        switch payment.cancel(at: tx.now) {
        case .canceled(let attempt):
            if let attempt { tx.cancelTimer(CheckAttempt.timerID(payment.id, attempt.number)) }
            try tx.payments.update(payment)
            try tx.publish(PaymentCanceled(paymentId: payment.id, orderId: payment.orderId, userId: payment.userId, amount: payment.amount.amount,
                                           currency: payment.amount.currency))
        case .awaitsResult:
            try tx.payments.update(payment)
        case .unchanged:
            break  // Canceled before, or paid: there is nothing left to cancel.
        }
        return NoContent()
    }
}
