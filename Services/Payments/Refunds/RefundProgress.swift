import Contracts
import Kernel
import PaymentsAccountLedger
import PaymentsKit
import PaymentsWallets

/// A refund from its reservation to its end, with the provider's tries between.
package struct RefundProgress {
    package let tx: PaymentsTransaction
    package init(tx: PaymentsTransaction) { self.tx = tx }

    /// Sets the money aside and tries at once. Throws 409 when it is more than is left.
    /// - Parameter charge: who pays for it, where the app keeps books and a person asked.
    @discardableResult
    package func begin(_ id: RefundID, amount: Int, reason: String, charge: RefundCharge? = nil,
                       _ payment: inout Payment) throws -> Refund {
        try payment.reserveRefund(amount)
        var refund = Refund(id: id, paymentId: payment.id, amount: Money(amount, payment.amount.currency), reason: reason,
                            createdAt: tx.now)
        try tx.refunds.insert(refund)
        if let charge { try tx.refundCharges.insert(charge, of: payment.id) }
        try attempt(&refund, tries: 1, &payment)
        return refund
    }

    /// One try of a pending refund.
    package func attempt(_ refund: inout Refund, tries: Int, _ payment: inout Payment) throws {
        guard let attempt = payment.attempt, let provider = tx.providers.named(attempt.method.type) else {
            throw UnreadableRow(description: "payment \(payment.id) was captured by nobody we know")
        }
        switch provider.work {
        case .simulated(let simulated):
            try take(simulated.refund(attempt, amount: refund.amount, tries: tries), tries: tries, &refund, &payment)
        case .remote where refund.providerReference != nil:
            // A question does not count as a try of the refund.
            guard try nextPoll(of: refund) != nil else { throw Rejection.noResult(of: "refund \(refund.id)") }
            try ProviderCalls(tx: tx).queue(refund, tries: tries - 1, attempt, of: payment)
        case .remote:
            refund.status = .pending(tries: tries)
            refund.triedAt = tx.now
            try save(refund, payment)
            try ProviderCalls(tx: tx).queue(refund, tries: tries, attempt, of: payment)
        }
    }

    /// What a remote provider says of a refund.
    /// - Parameter isNew: the answer to the call that made it. Any other report must be about the try that is under way:
    ///   a late one about an earlier try would begin another, and the money would go back twice.
    package func take(_ report: RefundReport, isNew: Bool, _ refund: inout Refund, _ payment: inout Payment) throws {
        guard isNew || refund.providerReference == report.reference else { return }
        guard case .pending(let tries) = refund.status else { return try confirmEnd(of: refund, report) }
        refund.providerReference = report.reference
        switch report.state {
        case .succeeded: try take(.succeeded, tries: tries, &refund, &payment)
        case .pending: try askLater(&refund, tries: tries, &payment)
        case .failed:
            refund.providerReference = nil
            try take(.failed(code: report.code ?? "refund_failed"), tries: tries, &refund, &payment)
        }
    }
    /// The provider has no result of the try that is under way.
    package func askLater(_ refund: inout Refund, tries: Int, _ payment: inout Payment) throws {
        // After the last question `TryRefund` finds that there is none left, and goes to the dead letters.
        let next = try nextPoll(of: refund) ?? tx.now
        try take(.pending(next - tx.now), tries: tries, &refund, &payment)
    }
    private func nextPoll(of refund: Refund) throws -> Timestamp? {
        PollSchedule.next(from: refund.triedAt + .minutes(try tx.settings().pollAfterMinutes), after: tx.now)
    }

    private func confirmEnd(of refund: Refund, _ report: RefundReport) throws {
        switch (refund.status, report.state) {
        case (.succeeded, .failed), (.failed, .succeeded):
            throw Rejection.conflict("contradicting-result", "The provider contradicts what it said of refund \(refund.id).")
        case (.succeeded, .succeeded), (.succeeded, .pending), (.failed, .failed), (.failed, .pending), (.pending, _): break
        }
    }

    package func take(_ answer: ProviderRefundAnswer, tries: Int, _ refund: inout Refund, _ payment: inout Payment) throws {
        switch answer {
        case .succeeded:
            tx.cancelTimer("refund:\(refund.id)")
            refund.status = .succeeded(at: tx.now)
            try payment.completeRefund(refund.amount.amount)
            try save(refund, payment)
            var event = RefundSucceeded(refundId: refund.id, paymentId: payment.id, orderId: payment.orderId, amount: refund.amount.amount,
                                        currency: refund.amount.currency, refundedTotal: payment.refundedAmount)
            event.purpose = payment.purpose
            try tx.publish(event)
            try EarningsLedger(tx: tx).bookRefunds(of: payment.orderId)
            try RefundCharges(tx: tx).book(refund, of: payment)
        case .pending(let delay):
            refund.status = .pending(tries: tries)
            try save(refund, payment)
            try tryAgain(refund, after: delay)
        case .failed(let code):
            let waits = try LedgerSettings.of(tx.definition).refundRetryHours.map { $0.map(Duration.hours) } ?? Refund.retryAfter
            guard tries <= waits.count else { return try abandon(&refund, code, &payment) }
            refund.status = .pending(tries: tries)
            try save(refund, payment)
            try tryAgain(refund, after: waits[tries - 1])
        }
    }

    private func abandon(_ refund: inout Refund, _ code: String, _ payment: inout Payment) throws {
        refund.status = .failed(code: code, at: tx.now)
        payment.abandonRefund(refund.amount.amount)
        try save(refund, payment)
        var event = RefundFailed(refundId: refund.id, paymentId: payment.id, orderId: payment.orderId, amount: refund.amount.amount,
                                 currency: refund.amount.currency, failureCode: code)
        event.purpose = payment.purpose
        try tx.publish(event)
    }
    private func tryAgain(_ refund: Refund, after delay: Duration) throws {
        try tx.schedule("refund:\(refund.id)", at: tx.now + delay, TryRefund(refundId: refund.id))
    }
    private func save(_ refund: Refund, _ payment: Payment) throws {
        try tx.refunds.update(refund)
        try tx.payments.update(payment)
    }
}
