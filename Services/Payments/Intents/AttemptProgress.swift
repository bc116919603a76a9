import Contracts
import Kernel
import PaymentsCaptures
import PaymentsKit
import PaymentsRefunds

/// What follows from each word of a provider: rows, events, timers. Used by every command that hears one.
package struct AttemptProgress {
    package let tx: PaymentsTransaction
    package init(tx: PaymentsTransaction) { self.tx = tx }

    /// Takes the answer to a capture or a decision.
    package func take(_ answer: ProviderAnswer, of attempt: Attempt, _ payment: inout Payment) throws {
        switch answer {
        case .needsAction(let action):
            try payment.wait(for: action)
            try tx.payments.update(payment)
            // An attempt that asks the customer has begun. Out of order, its start is told once more after the success.
            if attempt.fault == .outOfOrder { try PaymentNews(tx).started(payment, attempt) }
            var event = PaymentRequiresAction(
                paymentId: payment.id, orderId: payment.orderId, userId: payment.userId, amount: payment.amount.amount,
                currency: payment.amount.currency, attempt: attempt.number, method: attempt.method.type, instructions: action.instructions)
            event.purpose = payment.purpose
            try tx.publish(event)
        case .pending(let callbacks):
            try tx.payments.update(payment)
            // The customer has decided and the result takes time: orders must stop asking for the action.
            if attempt.decision != nil, attempt.fault != .outOfOrder { try PaymentNews(tx).started(payment, attempt) }
            try schedule(callbacks, of: attempt, payment)
        case .settled(let result, let callbacks):
            try settle(result, attempt: attempt.number, &payment)
            try schedule(callbacks, of: attempt, payment)
        }
    }

    private func schedule(_ callbacks: [ProviderCallback], of attempt: Attempt, _ payment: Payment) throws {
        for (place, callback) in callbacks.enumerated() {
            let message = ReceiveResult(paymentId: payment.id, attempt: attempt.number, result: callback.result)
            try tx.schedule("result:\(payment.id):\(attempt.number):\(place)", at: tx.now + callback.after, message)
        }
    }

    /// Takes the result of an attempt and tells everybody.
    package func settle(_ result: AttemptResult, attempt number: Int, _ payment: inout Payment) throws {
        if payment.captureMethod == .manual, payment.isRunning, try tx.payments.sibling(of: payment) == .captured {
            // The order is paid by another payment: what this one sets aside is released at once.
            payment.isUnwanted = true
        }
        let settlement = try payment.settle(attempt: number, result, at: tx.now)
        try tx.payments.update(payment)
        try ProviderCalls(tx: tx).end(payment.id, attempt: number)
        switch settlement {
        case .captured(let attempt):
            tx.cancelTimer(CheckAttempt.timerID(payment.id, number))
            try PaymentNews(tx).succeeded(payment, attempt)
            if attempt.fault == .outOfOrder { try PaymentNews(tx).started(payment, attempt) }
            try refundIfPaidTwice(&payment)
        case .authorized(let attempt):
            tx.cancelTimer(CheckAttempt.timerID(payment.id, number))
            try PaymentNews(tx).authorized(payment, attempt)
            if attempt.fault == .outOfOrder { try PaymentNews(tx).started(payment, attempt) }
            guard let due = payment.authorization?.expiresAt else { return }
            try tx.schedule(ExpireAuthorization.timerID(payment.id), at: due, ExpireAuthorization(paymentId: payment.id))
        case .voided(let attempt):
            tx.cancelTimer(CheckAttempt.timerID(payment.id, number))
            try CaptureProgress(tx: tx).voidAtProvider(attempt, of: payment)
            try PaymentNews(tx).canceled(payment)
        case .failed(let attempt, let code):
            tx.cancelTimer(CheckAttempt.timerID(payment.id, number))
            try tx.payments.recordFailure(attempt, of: payment, code: code, at: tx.now)
            // Told after a failure, a start would look like the next attempt's: only a success is told out of order.
            if attempt.fault == .outOfOrder { try PaymentNews(tx).started(payment, attempt) }
            try PaymentNews(tx).failed(payment, attempt, code)
        case .canceled(let attempt):
            tx.cancelTimer(CheckAttempt.timerID(payment.id, number))
            if case .failed(let code) = result { try tx.payments.recordFailure(attempt, of: payment, code: code, at: tx.now) }
            try PaymentNews(tx).canceled(payment)
        case .repeated(let attempt):
            // A provider may say a thing twice; we say it twice only when the sandbox was asked to.
            guard attempt.fault == .duplicate else { return }
            switch result {
            case .succeeded where payment.captureMethod == .manual: try PaymentNews(tx).authorized(payment, attempt)
            case .succeeded: try PaymentNews(tx).succeeded(payment, attempt)
            case .failed(let code): try PaymentNews(tx).failed(payment, attempt, code)
            }
        }
    }

    /// The order is paid by another payment: this money goes back at once.
    private func refundIfPaidTwice(_ payment: inout Payment) throws {
        guard try tx.payments.sibling(of: payment) == .captured else { return }
        try RefundProgress(tx: tx).begin(tx.newID(), amount: payment.amount.amount, reason: "This order was paid already.", &payment)
    }
}
