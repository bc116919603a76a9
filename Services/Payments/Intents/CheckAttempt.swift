import Contracts
import Kernel
import Messaging
import PaymentsKit
import ServiceKit

/// An attempt is at its deadline: an action nobody took has run out, an overdue result is asked for.
public struct CheckAttempt: Command {
    public static let type: MessageType = "payments.check-attempt.v1"
    public let paymentId: PaymentID
    public let attempt: Int
    /// From 1; the waits between checks double.
    public let checks: Int
    public init(paymentId: PaymentID, attempt: Int, checks: Int) {
        (self.paymentId, self.attempt, self.checks) = (paymentId, attempt, checks)
    }

    static func timerID(_ payment: PaymentID, _ attempt: Int) -> String { "check:\(payment):\(attempt)" }
    static let secondCheckMinutes = 5
    static let waitMinutesMax = 360

    public func handle(in tx: PaymentsTransaction) throws -> NoContent {
        var payment = try tx.payments.require(paymentId)
        switch payment.status {
        case .requiresAction(let running, _) where running.number == attempt:
            switch try tx.carrier(running.method.type, tx.settings()) {
            case .simulated(let sandbox):
                try AttemptProgress(tx: tx).settle(.failed(sandbox.provider.unansweredCode), attempt: attempt, &payment)
            case .remote:
                try ProviderCalls(tx: tx).cancel(running, of: payment, repetition: checks)
                try checkAgain(in: tx)
            }
        case .processing(let running) where running.number == attempt:
            switch try tx.carrier(running.method.type, tx.settings()) {
            case .simulated(let sandbox):
                if let result = sandbox.poll(running, at: tx.now) {
                    try AttemptProgress(tx: tx).settle(result, attempt: attempt, &payment)
                } else {
                    try checkAgain(in: tx)
                }
            case .remote: try checkRemote(running, &payment, in: tx)
            }
        case .requiresPaymentMethod, .requiresAction, .processing, .failed, .canceled, .succeeded, .partiallyRefunded, .refunded:
            break  // The attempt has ended; there is nothing to check.
        }
        return NoContent()
    }

    private func checkRemote(_ running: Attempt, _ payment: inout Payment, in tx: PaymentsTransaction) throws {
        guard running.providerReference != nil else {
            // Nothing was confirmed, so no money can have moved.
            return try AttemptProgress(tx: tx).settle(.failed("provider_unavailable"), attempt: attempt, &payment)
        }
        try ProviderCalls(tx: tx).queue(.poll, running, of: payment, repetition: checks)
        try checkAgain(in: tx)
    }

    /// Money may still come, however late: we never decide that it does not.
    private func checkAgain(in tx: PaymentsTransaction) throws {
        let minutes = min(Self.waitMinutesMax, Self.secondCheckMinutes << min(checks - 1, 10))
        try tx.schedule(Self.timerID(paymentId, attempt), at: tx.now + .minutes(minutes),
            CheckAttempt(paymentId: paymentId, attempt: attempt, checks: checks + 1))
    }
}
