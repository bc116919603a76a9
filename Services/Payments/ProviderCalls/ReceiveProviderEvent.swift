import Contracts
import Kernel
import Messaging
import PaymentsKit
import ServiceKit

/// An event that a remote provider sent; a preprocessor has checked its signature.
/// Each event counts once, however often it is sent.
public struct ReceiveProviderEvent: Command {
    public static let type: MessageType = "payments.receive-provider-event.v1"
    public let provider: String
    /// The provider's id of the event.
    public let eventId: String
    /// Nil: an event about something else, which is taken and has no effect.
    public let report: ApplyProviderReport?
    public init(provider: String, eventId: String, report: ApplyProviderReport?) {
        (self.provider, self.eventId, self.report) = (provider, eventId, report)
    }

    public struct Receipt: Encodable, Sendable { let received: Bool }

    public func handle(in tx: PaymentsTransaction) throws -> Receipt {
        guard try tx.providerCalls.insert(event: eventId, of: provider, at: tx.now), let report else { return Receipt(received: true) }
        // A message of its own: the provider cannot mend what we refuse, so a refusal goes to the dead letters instead of its answer.
        try tx.schedule("provider-event:\(provider):\(eventId)", at: tx.now, report)
        return Receipt(received: true)
    }
}

/// What an event says about a payment or a refund of ours.
public struct ApplyProviderReport: Command {
    public static let type: MessageType = "payments.apply-provider-report.v1"
    public let provider: String
    public let paymentId: PaymentID?
    public let attempt: Int?
    public let payment: PaymentReport?
    public let refundId: RefundID?
    public let refund: RefundReport?
    public init(provider: String, paymentId: PaymentID, attempt: Int, _ report: PaymentReport) {
        (self.provider, self.paymentId, self.attempt, payment, refundId, refund) = (provider, paymentId, attempt, report, nil, nil)
    }
    public init(provider: String, refundId: RefundID, _ report: RefundReport) {
        (self.provider, paymentId, attempt, payment, self.refundId, refund) = (provider, nil, nil, nil, refundId, report)
    }

    public func handle(in tx: PaymentsTransaction) throws -> NoContent {
        if let paymentId, let attempt, let payment {
            var money = try tx.payments.require(paymentId)
            guard money.attempt.map({ $0.method.type == provider }) ?? true else { throw Rejection.contradiction(attempt) }
            try ProviderCalls(tx: tx).take(payment, action: nil, isEvent: true, attempt: attempt, &money)
        }
        if let refundId, let refund {
            guard var back = try tx.refunds.find(refundId) else { throw Rejection.notFound }
            var money = try tx.payments.require(back.paymentId)
            try RefundProgress(tx: tx).take(refund, isNew: false, &back, &money)
        }
        return NoContent()
    }
}
