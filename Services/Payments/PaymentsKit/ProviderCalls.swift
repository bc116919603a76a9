import Contracts
import Kernel

/// Asks remote providers for what payments need. Their answers are `ProviderReports`.
package struct ProviderCalls {
    package let tx: PaymentsTransaction
    package init(tx: PaymentsTransaction) { self.tx = tx }

    /// - Parameter repetition: tells repeated questions apart; without it the same call is made once.
    package func queue(_ kind: ProviderCallKind, _ attempt: Attempt, of payment: Payment, repetition: Int? = nil) throws {
        let id = "\(kind.rawValue):\(payment.id):\(attempt.number)" + (repetition.map { ":\($0)" } ?? "")
        try tx.providerCalls.insert(ProviderCall(
            id: id, kind: kind, provider: attempt.method.type, paymentId: payment.id, attempt: attempt.number, createdAt: tx.now))
    }

    /// Ends the attempt at the provider; what comes of it decides. It is not confirmed any more.
    /// - Parameter repetition: a provider repeats its first answer to a key, so each cancellation has its own.
    package func cancel(_ attempt: Attempt, of payment: Payment, repetition: Int) throws {
        for id in try tx.providerCalls.open(of: payment.id, attempt: attempt.number) where id.hasPrefix("confirm:") { try end(id) }
        try queue(.cancel, attempt, of: payment, repetition: repetition)
    }

    /// Releases what is authorised. The payment has ended here, so nothing follows from the answer.
    package func void(_ attempt: Attempt, of payment: Payment) throws {
        try tx.providerCalls.insert(ProviderCall(
            id: "void:\(payment.id):\(attempt.number)", kind: .cancel, provider: attempt.method.type, paymentId: payment.id,
            attempt: attempt.number, createdAt: tx.now))
    }

    /// A refund that has no end yet. A try that failed for good needs a key of its own, so the call's id has its number.
    package func queue(_ refund: Refund, tries: Int, _ attempt: Attempt, of payment: Payment) throws {
        let kind: ProviderCallKind = refund.providerReference == nil ? .refund : .pollRefund
        // Each question is a call of its own.
        let question = refund.providerReference == nil ? "" : ":\((tx.now - refund.triedAt).wholeSeconds)"
        try tx.providerCalls.insert(ProviderCall(
            id: "\(kind.rawValue):\(refund.id):\(tries)\(question)", kind: kind, provider: attempt.method.type, paymentId: payment.id,
            attempt: attempt.number, refundId: refund.id, createdAt: tx.now))
    }

    /// The attempt has ended: nothing more is asked about it.
    package func end(_ payment: PaymentID, attempt: Int) throws {
        for id in try tx.providerCalls.open(of: payment, attempt: attempt) { try end(id) }
    }
    package func end(_ id: String) throws {
        try tx.providerCalls.delete(id)
        tx.cancelTimer(Self.timerID(id))
    }
    package static func timerID(_ call: String) -> String { "provider-call:\(call)" }
}
