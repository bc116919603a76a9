import Contracts
import Kernel
import Messaging
import PaymentsKit
import ServiceKit

/// A simulated provider calls back: a timer brings it. Remote providers' results are `ProviderAnswered` and `ApplyProviderReport`.
public struct ReceiveResult: Command {
    public static let type: MessageType = "payments.receive-result.v1"
    public let paymentId: PaymentID
    public let attempt: Int
    public let result: AttemptResult
    public init(paymentId: PaymentID, attempt: Int, result: AttemptResult) {
        (self.paymentId, self.attempt, self.result) = (paymentId, attempt, result)
    }

    public func handle(in tx: PaymentsTransaction) throws -> NoContent {
        var payment = try tx.payments.require(paymentId)
        guard let running = payment.attempt else {
            // Given up after this attempt had failed: hearing of the failure again (a duplicate) changes nothing.
            if case .canceled = payment.status, case .failed = result { return NoContent() }
            // Authorised and released: hearing of the authorisation again changes nothing.
            if payment.authorization?.attempt == attempt, result == .succeeded { return NoContent() }
            throw Rejection.contradiction(attempt)
        }
        if running.number > attempt {
            // A repeated word about an attempt that ended before the current one: its end was told then.
            return NoContent()
        }
        try AttemptProgress(tx: tx).settle(result, attempt: attempt, &payment)
        return NoContent()
    }
}
