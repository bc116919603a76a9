import Contracts
import Kernel
import Messaging
import PaymentsKit
import PaymentsRefunds
import ServiceKit

/// Each event counts once, however often it is sent.
extension ReceiveProviderEvent: Command {
    public struct Receipt: Encodable, Sendable { let received: Bool }

    public func handle(in tx: PaymentsTransaction) throws -> Receipt {
        guard try tx.providerCalls.insert(event: eventId, of: provider, at: tx.now), let report else { return Receipt(received: true) }
        // A message of its own: the provider cannot mend what we refuse, so a refusal goes to the dead letters instead of its answer.
        try tx.schedule("provider-event:\(provider):\(eventId)", at: tx.now, report)
        return Receipt(received: true)
    }
}

extension ApplyProviderReport: Command {
    public func handle(in tx: PaymentsTransaction) throws -> NoContent {
        if let paymentId, let attempt, let payment {
            var money = try tx.payments.require(paymentId)
            guard money.attempt.map({ $0.method.type == provider }) ?? true else { throw Rejection.contradiction(attempt) }
            try ProviderReports(tx: tx).take(payment, action: nil, isEvent: true, attempt: attempt, &money)
        }
        if let refundId, let refund {
            guard var back = try tx.refunds.find(refundId) else { throw Rejection.notFound }
            var money = try tx.payments.require(back.paymentId)
            try RefundProgress(tx: tx).take(refund, isNew: false, &back, &money)
        }
        return NoContent()
    }
}
