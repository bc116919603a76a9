import Contracts
import Kernel

/// A refund from its reservation to its end, with the provider's tries between.
struct RefundProgress {
    let tx: PaymentsTransaction

    /// Sets the money aside and tries at once. Throws 409 when it is more than is left.
    @discardableResult
    func begin(_ id: RefundID, amount: Int, reason: String, _ payment: inout Payment) throws -> Refund {
        try payment.reserveRefund(amount)
        var refund = Refund(id: id, paymentId: payment.id, amount: Money(amount, payment.amount.currency), reason: reason, createdAt: tx.now)
        try tx.refunds.insert(refund)
        try attempt(&refund, tries: 1, &payment)
        return refund
    }

    /// One try of a pending refund.
    func attempt(_ refund: inout Refund, tries: Int, _ payment: inout Payment) throws {
        guard let attempt = payment.attempt, let provider = PaymentProviders.named(attempt.method.type) else {
            throw UnreadableRow(description: "payment \(payment.id) was captured by nobody we know")
        }
        switch provider.refund(attempt, amount: refund.amount, tries: tries) {
        case .succeeded:
            refund.status = .succeeded(at: tx.now)
            try payment.completeRefund(refund.amount.amount)
            try save(refund, payment)
            try tx.publish(RefundSucceeded(refundId: refund.id, paymentId: payment.id, orderId: payment.orderId, amount: refund.amount.amount,
                currency: refund.amount.currency, refundedTotal: payment.refundedAmount))
            try BookKeeping(tx: tx).bookRefunds(of: payment.orderId)
        case .pending(let delay):
            refund.status = .pending(tries: tries)
            try save(refund, payment)
            try tryAgain(refund, after: delay)
        case .failed(let code):
            guard tries <= Refund.retryAfter.count else { return try giveUp(&refund, code, &payment) }
            refund.status = .pending(tries: tries)
            try save(refund, payment)
            try tryAgain(refund, after: Refund.retryAfter[tries - 1])
        }
    }

    private func giveUp(_ refund: inout Refund, _ code: String, _ payment: inout Payment) throws {
        refund.status = .failed(code: code, at: tx.now)
        payment.abandonRefund(refund.amount.amount)
        try save(refund, payment)
        try tx.publish(RefundFailed(refundId: refund.id, paymentId: payment.id, orderId: payment.orderId, amount: refund.amount.amount,
                                    currency: refund.amount.currency, failureCode: code))
    }
    private func tryAgain(_ refund: Refund, after delay: Duration) throws {
        try tx.schedule("refund:\(refund.id)", at: tx.now + delay, TryRefund(refundId: refund.id))
    }
    private func save(_ refund: Refund, _ payment: Payment) throws {
        try tx.refunds.update(refund)
        try tx.payments.update(payment)
    }
}
