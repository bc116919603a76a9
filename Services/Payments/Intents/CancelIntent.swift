import Contracts
import Kernel
import Messaging
import PaymentsCaptures
import PaymentsKit
import ServiceKit

/// Nobody wants the payment any more. An attempt that runs cannot be called back: its success is reported all the same.
/// What a card's bank keeps ready is released.
extension CancelIntent: Command {
    public func handle(in tx: PaymentsTransaction) throws -> NoContent {
        var payment = try tx.payments.require(paymentId)
        guard payment.orderId == orderId else { throw Rejection.notFound }
        let carrier = try payment.attempt.map { try tx.carrier($0.method.type, tx.settings()) }
        let isRemote = if case .remote = carrier { true } else { false }
        switch payment.cancel(at: tx.now, isRemote: isRemote) {
        case .canceled(let attempt):
            if let attempt { tx.cancelTimer(CheckAttempt.timerID(payment.id, attempt.number)) }
            try tx.payments.update(payment)
            try PaymentNews(tx).canceled(payment)
        case .released(let attempt):
            tx.cancelTimer(ExpireAuthorization.timerID(payment.id))
            try tx.payments.update(payment)
            try CaptureProgress(tx: tx).voidAtProvider(attempt, of: payment)
            try PaymentNews(tx).canceled(payment)
        case .awaitsResult:
            try tx.payments.update(payment)
            // Before `create` is answered there is nothing to cancel; the answer meets an unwanted payment.
            if isRemote, payment.isRunning, let attempt = payment.attempt, attempt.providerReference != nil {
                try ProviderCalls(tx: tx).cancel(attempt, of: payment, repetition: 0)
            }
        case .unchanged:
            break  // Canceled before, or paid: there is nothing left to cancel.
        }
        return NoContent()
    }
}
