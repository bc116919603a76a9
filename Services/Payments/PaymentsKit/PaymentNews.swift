import Contracts
import Kernel

/// What other services hear of a payment.
package struct PaymentNews {
    package let tx: PaymentsTransaction
    package init(_ tx: PaymentsTransaction) { self.tx = tx }

    package func started(_ payment: Payment, _ attempt: Attempt) throws {
        var event = PaymentStarted(
            paymentId: payment.id, orderId: payment.orderId, userId: payment.userId, amount: payment.amount.amount,
            currency: payment.amount.currency, attempt: attempt.number, method: attempt.method.type, startedAt: attempt.startedAt,
            deadlineAt: attempt.deadlineAt)
        event.purpose = payment.purpose
        try tx.publish(event)
    }
    package func authorized(_ payment: Payment, _ attempt: Attempt) throws {
        guard let authorization = payment.authorization else { return }
        var event = PaymentAuthorized(
            paymentId: payment.id, orderId: payment.orderId, userId: payment.userId, amount: authorization.amount,
            currency: payment.amount.currency, attempt: attempt.number, authorizationExpiresAt: authorization.expiresAt)
        event.purpose = payment.purpose
        try tx.publish(event)
    }
    package func succeeded(_ payment: Payment, _ attempt: Attempt) throws {
        var event = PaymentSucceeded(
            paymentId: payment.id, orderId: payment.orderId, userId: payment.userId, amount: payment.capturedAmount,
            currency: payment.amount.currency, attempt: attempt.number)
        event.purpose = payment.purpose
        if payment.purpose != nil {
            let token = attempt.method
            event.paidWith = PaidWith(method: token.type, brand: token.brand, last4: token.last4.isEmpty ? nil : token.last4)
        }
        try tx.publish(event)
    }
    package func failed(_ payment: Payment, _ attempt: Attempt, _ code: String) throws {
        var event = PaymentFailed(
            paymentId: payment.id, orderId: payment.orderId, userId: payment.userId, amount: payment.amount.amount,
            currency: payment.amount.currency, attempt: attempt.number, failureCode: code, retryUntil: payment.holdExpiresAt)
        event.purpose = payment.purpose
        try tx.publish(event)
    }
    package func canceled(_ payment: Payment) throws {
        let code: String? = if case .canceled(_, let code) = payment.status { code } else { nil }
        var event = PaymentCanceled(
            paymentId: payment.id, orderId: payment.orderId, userId: payment.userId, amount: payment.amount.amount,
            currency: payment.amount.currency, failureCode: code)
        event.purpose = payment.purpose
        try tx.publish(event)
    }
}
