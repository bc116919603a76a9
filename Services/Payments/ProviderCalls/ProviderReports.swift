import Contracts
import Kernel
import PaymentsCaptures
import PaymentsIntents
import PaymentsKit

/// Takes what remote providers say of payments: the answers to calls, and events.
struct ProviderReports {
    let tx: PaymentsTransaction

    /// Takes how a payment is. Throws 409 if the provider means another payment or amount, or contradicts its own final word.
    /// - Parameter isEvent: an event says that the customer must act, but not where: then the answer to a call goes on.
    func take(_ report: PaymentReport, action: CustomerAction?, isEvent: Bool, attempt number: Int, _ payment: inout Payment) throws {
        guard let attempt = payment.attempt, attempt.number == number else {
            // A word about an attempt that ended before the current one, or with a cancellation.
            guard report.state == .succeeded else { return }
            throw Rejection.contradiction(number)
        }
        // It ended without money, and still is without money.
        let isAuthorized = if case .requiresCapture = payment.status { true } else { false }
        if !payment.isRunning, !isAuthorized, !payment.isCaptured, report.state != .succeeded { return }
        let isSame = attempt.providerReference ?? report.reference == report.reference
        guard isSame, report.amount == expectedAmount(report, of: payment), report.currency == payment.amount.currency.code else {
            let detail = "The provider's payment \(report.reference) is not attempt \(number) of this payment."
            throw Rejection.conflict("contradicting-result", detail)
        }
        if attempt.providerReference == nil, let known = payment.setReference(report.reference) {
            try tx.payments.recordReference(known, of: payment)
            try tx.payments.update(payment)
        }
        let progress = AttemptProgress(tx: tx)
        if isAuthorized { return try takeOfAuthorized(report, attempt: number, &payment) }
        switch report.state {
        case .authorized: if !payment.isCaptured { try progress.settle(.succeeded, attempt: number, &payment) }
        case .succeeded: try progress.settle(.succeeded, attempt: number, &payment)
        case .failed: try progress.settle(.failed(report.code ?? "declined"), attempt: number, &payment)
        case .canceled: try progress.settle(.failed(report.code ?? unansweredCode(attempt)), attempt: number, &payment)
        case .open, .requiresAction: if !isEvent { try goOn(report.state, action, &payment) }
        case .processing: break  // Its end comes by an event, or a later check asks.
        }
    }

    /// Of a captured payment the provider names what it took, else what was authorised or is to be paid.
    private func expectedAmount(_ report: PaymentReport, of payment: Payment) -> Int? {
        guard payment.captureMethod == .manual, report.state == .succeeded else { return payment.amount.amount }
        return payment.authorization?.pending ?? payment.authorization?.captured
    }

    private func takeOfAuthorized(_ report: PaymentReport, attempt number: Int, _ payment: inout Payment) throws {
        switch report.state {
        case .succeeded: try CaptureProgress(tx: tx).complete(&payment)
        case .canceled:
            // The company lets authorisations expire by its own clock.
            let progress = CaptureProgress(tx: tx)
            try progress.refuse(Authorization.expired, &payment)
            try progress.release(&payment, code: Authorization.expired)
        case .failed: throw Rejection.contradiction(number)
        case .open, .requiresAction, .processing, .authorized: break  // What it was before, or is.
        }
    }

    private func unansweredCode(_ attempt: Attempt) -> String { tx.providers.named(attempt.method.type)?.unansweredCode ?? "expired" }

    /// The payment waits for us or for the customer. After the deadline, or when nobody wants it any more, it is canceled where it is.
    private func goOn(_ state: PaymentReport.State, _ action: CustomerAction?, _ payment: inout Payment) throws {
        guard payment.isRunning, let attempt = payment.attempt else { return }
        let isLate = tx.now >= attempt.deadlineAt
        if payment.isUnwanted || isLate {
            return try ProviderCalls(tx: tx).cancel(attempt, of: payment, repetition: Int((tx.now - attempt.startedAt).wholeSeconds))
        }
        guard case .processing = payment.status else { return }
        if state == .requiresAction {
            let step = action ?? CustomerAction(kind: "three_d_secure", instructions: "Confirm this payment with your bank.")
            return try AttemptProgress(tx: tx).take(.needsAction(step), of: attempt, &payment)
        }
        try ProviderCalls(tx: tx).queue(.confirm, attempt, of: payment)
    }
}
