import Contracts
import Kernel
import PaymentsKit

/// What follows from each step of an authorised payment: rows, events, timers, calls.
package struct CaptureProgress {
    package let tx: PaymentsTransaction
    package init(tx: PaymentsTransaction) { self.tx = tx }

    package func begin(_ part: Int, _ payment: inout Payment) throws {
        let settings = try tx.settings()
        switch payment.beginCapture(part, overPercent: settings.overCapturePercent, at: tx.now) {
        case .begun(let attempt):
            switch try tx.carrier(attempt.method.type, settings) {
            case .simulated(let sandbox):
                switch sandbox.provider.captureAuthorized(attempt, amount: Money(part, payment.amount.currency)) {
                case .succeeded: try complete(&payment)
                case .declined(let code): try refuse(code, &payment)
                }
            case .remote:
                try tx.payments.update(payment)
                try ProviderCalls(tx: tx).queue(.capture, attempt, of: payment, repetition: payment.authorization?.captures)
            }
        case .underWay: break  // Its answer comes.
        case .repeated(let attempt): try PaymentNews(tx).succeeded(payment, attempt)
        case .refused(let code):
            if code == Authorization.expired { try expire(&payment) }
            try publishFailure(of: payment, part, code)
        }
    }

    /// The money is there.
    package func complete(_ payment: inout Payment) throws {
        guard let attempt = payment.completeCapture(at: tx.now) else { return }
        try end(attempt, payment)
        try PaymentNews(tx).succeeded(payment, attempt)
    }

    /// The provider took nothing. What waited for its answer follows: nobody needs the payment, or its time is over.
    package func refuse(_ code: String, _ payment: inout Payment) throws {
        guard let part = payment.refuseCapture(code), let authorization = payment.authorization else { return }
        try tx.payments.update(payment)
        try publishFailure(of: payment, part, code)
        if code == Authorization.expired || tx.now >= authorization.expiresAt {
            try release(&payment, code: Authorization.expired)
        } else if payment.isUnwanted {
            try release(&payment, code: code)
        }
    }

    /// The time of the authorisation is over.
    func expire(_ payment: inout Payment) throws {
        guard let authorization = payment.authorization, tx.now >= authorization.expiresAt else { return }
        try release(&payment, code: Authorization.expired)
    }

    /// Nothing more can be captured, and the payment is canceled.
    package func release(_ payment: inout Payment, code: String?) throws {
        guard let attempt = payment.release(at: tx.now, code: code) else { return }
        try end(attempt, payment)
        try voidAtProvider(attempt, of: payment)
        try PaymentNews(tx).canceled(payment)
    }

    /// The card's bank should not keep the money until the authorisation expires.
    package func voidAtProvider(_ attempt: Attempt, of payment: Payment) throws {
        guard case .remote = try tx.carrier(attempt.method.type, tx.settings()) else { return }
        try ProviderCalls(tx: tx).void(attempt, of: payment)
    }

    private func end(_ attempt: Attempt, _ payment: Payment) throws {
        tx.cancelTimer(ExpireAuthorization.timerID(payment.id))
        try ProviderCalls(tx: tx).end(payment.id, attempt: attempt.number)
        try tx.payments.update(payment)
    }

    private func publishFailure(of payment: Payment, _ part: Int, _ code: String) throws {
        var event = CaptureFailed(paymentId: payment.id, orderId: payment.orderId, amount: part, currency: payment.amount.currency,
                                  failureCode: code)
        event.purpose = payment.purpose
        try tx.publish(event)
    }
}
