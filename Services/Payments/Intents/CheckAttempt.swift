import Contracts
import Kernel
import Messaging
import PaymentsKit
import ServiceKit

/// An action nobody took has run out, or an overdue result is asked for.
public struct CheckAttempt: Command {
    public static let type: MessageType = "payments.check-attempt.v1"
    public let paymentId: PaymentID
    public let attempt: Int
    /// From 1.
    public let checks: Int
    public init(paymentId: PaymentID, attempt: Int, checks: Int) {
        (self.paymentId, self.attempt, self.checks) = (paymentId, attempt, checks)
    }

    static func timerID(_ payment: PaymentID, _ attempt: Int) -> String { "check:\(payment):\(attempt)" }
    static func first(of attempt: Attempt, _ settings: PaymentSettings) -> Timestamp {
        min(attempt.deadlineAt, firstPoll(of: attempt, settings))
    }
    private static func firstPoll(of attempt: Attempt, _ settings: PaymentSettings) -> Timestamp {
        attempt.startedAt + .minutes(settings.pollAfterMinutes)
    }

    public func handle(in tx: PaymentsTransaction) throws -> NoContent {
        var payment = try tx.payments.require(paymentId)
        let settings = try tx.settings()
        switch payment.status {
        case .requiresAction(let running, _) where running.number == attempt:
            guard tx.now >= running.deadlineAt else {
                try check(at: running.deadlineAt, in: tx)
                break
            }
            switch try tx.carrier(running.method.type, settings) {
            case .simulated(let sandbox):
                try AttemptProgress(tx: tx).settle(.failed(sandbox.provider.unansweredCode), attempt: attempt, &payment)
            case .remote:
                // The company's word decides; without it the cancellation is asked for again.
                let next = try nextPoll(of: running, settings, in: tx)
                try ProviderCalls(tx: tx).cancel(running, of: payment, repetition: checks)
                try check(at: next, in: tx)
            }
        case .processing(let running) where running.number == attempt:
            try ask(running, settings, &payment, in: tx)
        case .requiresPaymentMethod, .requiresAction, .processing, .requiresCapture, .failed, .canceled, .succeeded, .partiallyRefunded,
             .refunded:
            break  // The attempt has ended; there is nothing to check.
        }
        return NoContent()
    }

    /// Asks the provider. Money may still come, however late: we never decide that it does not.
    private func ask(_ running: Attempt, _ settings: PaymentSettings, _ payment: inout Payment, in tx: PaymentsTransaction) throws {
        let start = Self.firstPoll(of: running, settings)
        guard tx.now >= start else { return try check(at: start, in: tx) }
        switch try tx.carrier(running.method.type, settings) {
        case .simulated(let sandbox):
            guard sandbox.provider.answersPolls else { return }
            if let result = sandbox.poll(running, of: payment, at: tx.now) {
                return try AttemptProgress(tx: tx).settle(result, attempt: attempt, &payment)
            }
            try check(at: nextPoll(of: running, settings, in: tx), in: tx)
        case .remote:
            guard running.providerReference != nil else {
                // Nothing was confirmed, so no money can have moved.
                return try AttemptProgress(tx: tx).settle(.failed("provider_unavailable"), attempt: attempt, &payment)
            }
            let next = try nextPoll(of: running, settings, in: tx)
            try ProviderCalls(tx: tx).queue(.poll, running, of: payment, repetition: checks)
            try check(at: next, in: tx)
        }
    }

    /// Throws when the last question has brought no result: a person must look.
    private func nextPoll(of running: Attempt, _ settings: PaymentSettings, in tx: PaymentsTransaction) throws -> Timestamp {
        guard let next = PollSchedule.next(from: Self.firstPoll(of: running, settings), after: tx.now) else {
            throw Rejection.noResult(of: "attempt \(attempt) of payment \(paymentId)")
        }
        return next
    }
    private func check(at due: Timestamp, in tx: PaymentsTransaction) throws {
        try tx.schedule(Self.timerID(paymentId, attempt), at: due,
            CheckAttempt(paymentId: paymentId, attempt: attempt, checks: checks + 1))
    }
}
