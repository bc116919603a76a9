import Contracts
import Kernel
import Messaging
import ServiceKit

/// Sandbox: the customer enters the PIN, or passes 3-D Secure.
public struct ApprovePayment: Command {
    public static let type: MessageType = "payments.approve.v1"
    public let paymentId: PaymentID
    public init(paymentId: PaymentID) { self.paymentId = paymentId }
    public func handle(in tx: PaymentsTransaction) throws -> PaymentAnswer { try CustomerStep(tx: tx).take(.approve, paymentId) }
}

/// Sandbox: the customer declines on the phone, or fails 3-D Secure.
public struct RejectPayment: Command {
    public static let type: MessageType = "payments.reject.v1"
    public let paymentId: PaymentID
    public init(paymentId: PaymentID) { self.paymentId = paymentId }
    public func handle(in tx: PaymentsTransaction) throws -> PaymentAnswer { try CustomerStep(tx: tx).take(.reject, paymentId) }
}

/// The customer's step, whichever way it goes. Real providers hear it themselves, so it is there for sandboxes only.
struct CustomerStep {
    let tx: PaymentsTransaction

    func take(_ decision: CustomerDecision, _ id: PaymentID) throws -> PaymentAnswer {
        let user = try tx.user().userID
        guard tx.definition.sandbox else { throw Rejection.notFound }
        var payment = try tx.payments.require(id, of: user)
        let attempt = try payment.decide(decision)
        try tx.payments.recordDecision(attempt, of: payment)
        let provider = try tx.provider(attempt.method.type, tx.settings())
        let answer = provider.decide(decision, attempt, amount: payment.amount, at: tx.now)
        try AttemptProgress(tx: tx, provider: provider).take(answer, of: attempt, &payment)
        return PaymentAnswer(payment, refunds: try tx.refunds.all(of: payment.id))
    }
}
