import Contracts
import Kernel
import Messaging
import PaymentsKit
import ServiceKit

/// Sandbox: the customer enters the PIN, or passes 3-D Secure.
public struct ApprovePayment: Command {
    public static let type: MessageType = "payments.approve.v1"
    public let paymentId: PaymentID
    /// A guest's key.
    public let clientSecret: SealedValue?
    public init(paymentId: PaymentID, clientSecret: SealedValue? = nil) { (self.paymentId, self.clientSecret) = (paymentId, clientSecret) }
    public func handle(in tx: PaymentsTransaction) throws -> PaymentAnswer {
        try CustomerStep(tx: tx).take(.approve, paymentId, clientSecret)
    }
}

/// Sandbox: the customer declines on the phone, or fails 3-D Secure.
public struct RejectPayment: Command {
    public static let type: MessageType = "payments.reject.v1"
    public let paymentId: PaymentID
    /// A guest's key.
    public let clientSecret: SealedValue?
    public init(paymentId: PaymentID, clientSecret: SealedValue? = nil) { (self.paymentId, self.clientSecret) = (paymentId, clientSecret) }
    public func handle(in tx: PaymentsTransaction) throws -> PaymentAnswer {
        try CustomerStep(tx: tx).take(.reject, paymentId, clientSecret)
    }
}

/// The customer's step, whichever way it goes. Real providers hear it themselves, so it is there for sandboxes only.
package struct CustomerStep {
    package let tx: PaymentsTransaction
    package init(tx: PaymentsTransaction) { self.tx = tx }

    package func take(_ decision: CustomerDecision, _ id: PaymentID, _ secret: SealedValue?) throws -> PaymentAnswer {
        let hash = try secret.map { ClientSecret.hash(try tx.context.open($0)) } ?? tx.secretHashInHeader
        return try take(decision, id, secretHash: hash)
    }
    package func take(_ decision: CustomerDecision, _ id: PaymentID, secretHash: String?) throws -> PaymentAnswer {
        var payment = try tx.payer.require(id, secretHash: secretHash)
        guard tx.definition.sandbox else { throw Rejection.notFound }
        let carrier = try payment.attempt.map { try tx.carrier($0.method.type, tx.settings()) }
        if case .remote = carrier { throw Rejection.paymentState(payment) }
        // An action ends at its deadline, even if its timer has not fired.
        if case .requiresAction(let waiting, _) = payment.status, tx.now >= waiting.deadlineAt { throw Rejection.paymentState(payment) }
        let attempt = try payment.decide(decision)
        try tx.payments.recordDecision(attempt, of: payment)
        guard case .simulated(let provider) = carrier else { throw Rejection.paymentState(payment) }
        let answer = provider.decide(decision, attempt, of: payment, at: tx.now)
        try AttemptProgress(tx: tx).take(answer, of: attempt, &payment)
        return PaymentAnswer(payment, refunds: try tx.refunds.all(of: payment.id))
    }
}
