import Contracts
import Kernel
import Messaging
import PaymentsKit
import PaymentsMethods
import ServiceKit

/// The buyer starts an attempt, with a kept method or one that a preprocessor has just tokenised.
public struct ConfirmPayment: Command {
    public static let type: MessageType = "payments.confirm.v1"
    public let paymentId: PaymentID
    public let paymentMethodId: MethodID?
    public let method: MethodToken?
    /// Of a guest's key.
    public let clientSecretHash: String?
    public init(paymentId: PaymentID, paymentMethodId: MethodID? = nil, method: MethodToken? = nil, clientSecretHash: String? = nil) {
        (self.paymentId, self.paymentMethodId, self.method, self.clientSecretHash) = (paymentId, paymentMethodId, method, clientSecretHash)
    }

    public func handle(in tx: PaymentsTransaction) throws -> PaymentAnswer {
        var payment = try tx.payer.require(paymentId, secretHash: clientSecretHash)
        try tx.withPlainConflicts { try start(&payment, in: tx) }
        return PaymentAnswer(payment, refunds: try tx.refunds.all(of: payment.id))
    }

    /// Begins an attempt: rows, events, timers, and what the provider says at once.
    package func start(_ payment: inout Payment, in tx: PaymentsTransaction) throws {
        let user = payment.userId
        let settings = try tx.settings()
        try refuseForOrder(payment, in: tx)
        try payment.checkMayStart(at: tx.now, attemptsMax: settings.attemptsPerOrderMax)
        try refuseAfterManyFailures(of: user, settings, in: tx)
        let token = try token(of: user, in: tx)
        try refuseUnlessItAuthorizes(token, payment, in: tx)
        let carrier = try tx.carrier(token.type, settings)
        // A whole second, as answers show it: at the second that they name an action is over.
        let deadline = (tx.now + .minutes(settings.attemptMinutes)).wholeSeconds
        let attempt = Attempt(number: payment.attempts + 1, method: token, startedAt: tx.now, deadlineAt: deadline,
                              fault: try fault(payment, settings, carrier, in: tx))
        payment.start(attempt, grace: settings.fixedWindow ? nil : .minutes(settings.paymentGraceMinutes))
        try tx.payments.update(payment)
        try tx.payments.insert(attempt, of: payment)
        let progress = AttemptProgress(tx: tx)
        if attempt.fault != .outOfOrder { try PaymentNews(tx).started(payment, attempt) }
        try tx.schedule(CheckAttempt.timerID(payment.id, attempt.number), at: CheckAttempt.first(of: attempt, settings),
            CheckAttempt(paymentId: payment.id, attempt: attempt.number, checks: 1))
        switch carrier {
        case .simulated(let provider):
            try progress.take(provider.capture(attempt, of: payment, at: tx.now), of: attempt, &payment)
        case .remote: try ProviderCalls(tx: tx).queue(.create, attempt, of: payment)
        }
    }

    /// Only the bank of a card keeps money ready for a later capture.
    private func refuseUnlessItAuthorizes(_ token: MethodToken, _ payment: Payment, in tx: PaymentsTransaction) throws {
        guard payment.captureMethod == .manual, tx.providers.named(token.type)?.authorizes != true else { return }
        throw Rejection.invalid(["method": ["must be a card"]])
    }

    /// Another payment of the same order has been paid or is being paid.
    private func refuseForOrder(_ payment: Payment, in tx: PaymentsTransaction) throws {
        switch try tx.payments.sibling(of: payment) {
        case .captured: throw Rejection.orderAlreadyPaid
        case .running: throw Rejection.paymentInProgress
        case nil: break
        }
    }

    private func refuseAfterManyFailures(of user: User.ID, _ settings: PaymentSettings, in tx: PaymentsTransaction) throws {
        let window: Duration = .hours(1)
        let failures = try tx.payments.failures(of: user, after: tx.now - window)
        guard failures.count >= settings.failuresPerUserPerHourMax else { return }
        // The oldest that still counts must leave the window first.
        let free = failures[failures.count - settings.failuresPerUserPerHourMax] + window
        let seconds = max(1, (free - tx.now).wholeMilliseconds / 1000 + 1)
        throw Rejection(429, "too-many-requests", "Too many payments failed. Try again later.", retryAfter: .seconds(seconds))
    }

    private func token(of user: User.ID, in tx: PaymentsTransaction) throws -> MethodToken {
        if let method { return method }
        guard let paymentMethodId, let kept = try tx.methods.find(paymentMethodId, of: user) else {
            throw Rejection.invalid(["paymentMethodId": ["is none of your payment methods"]])
        }
        guard tx.definition.has(plugin: kept.token.type, of: .payments) else {
            throw Rejection.invalid(["paymentMethodId": ["is not offered here"]])
        }
        return kept.token
    }

    /// What the request asks for, else the payment, else the tenant. Only sandboxes inject faults.
    private func fault(_ payment: Payment, _ settings: PaymentSettings, _ carrier: AttemptCarrier,
                              in tx: PaymentsTransaction) throws -> FaultInjection? {
        guard tx.definition.sandbox, case .simulated = carrier else { return nil }
        if let header = tx.context.envelope.attributes[CreateIntent.sandboxHeader] {
            guard let asked = FaultInjection(header.trimmed) else {
                throw Rejection.invalid(
                    ["X-Sandbox-Payment": ["is none of late, late=<duration up to P30D>, duplicate, never, out-of-order"]])
            }
            return asked
        }
        return payment.fault ?? settings.fault.flatMap { FaultInjection($0) }
    }
}
