import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// The customer can pay now.
struct OnIntentCreated: Reaction {
    func handle(_ fact: IntentCreated, in tx: SchedulingTransaction) throws { try DepositSaga(tx: tx).intentCreated(fact.paymentId) }
}

/// The money is here, in time or late.
struct OnPaymentSucceeded: Reaction {
    func handle(_ fact: PaymentSucceeded, in tx: SchedulingTransaction) throws {
        try DepositSaga(tx: tx).succeeded(fact.paymentId, Money(fact.amount, fact.currency))
    }
}

/// A refund succeeded, in full or in part.
struct OnRefundSucceeded: Reaction {
    func handle(_ fact: RefundSucceeded, in tx: SchedulingTransaction) throws {
        try DepositSaga(tx: tx).refunded(fact.paymentId, fact.amount, total: fact.refundedTotal)
    }
}

/// The money could not be given back: a person has to look.
struct OnRefundFailed: Reaction {
    func handle(_ fact: RefundFailed, in tx: SchedulingTransaction) throws { try DepositSaga(tx: tx).refundFailed(fact.paymentId) }
}
