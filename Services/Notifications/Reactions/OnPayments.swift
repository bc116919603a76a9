import Contracts
import Kernel
import ServiceKit

/// An attempt failed: the buyer hears why and until when to try again.
struct OnPaymentFailed: Reaction {
    func handle(_ fact: PaymentFailed, in tx: NotificationsTransaction) throws {
        var facts = try PaymentFacts.of(fact.orderId, fact.paymentId, Money(fact.amount, fact.currency), in: tx)
        facts["failureCode"] = .string(fact.failureCode)
        if let until = fact.retryUntil { facts["retryUntil"] = .string(until.wholeSeconds.description) }
        // Nobody declined when nobody answered: that has words of its own.
        let type = fact.failureCode == "EXPIRED" ? "payment-timed-out" : "payment-failed"
        try Notifying(tx: tx).notify(Candidate(type: type, recipientId: fact.userId, at: tx.now, subject: fact.orderId.rawValue,
                                               dedupeKey: "failed:\(fact.paymentId):\(fact.attempt)", facts: facts))
    }
}

/// Mobile money waits for the PIN: the buyer gets the steps.
struct OnPaymentRequiresAction: Reaction {
    func handle(_ fact: PaymentRequiresAction, in tx: NotificationsTransaction) throws {
        guard fact.method != "card" else { return }  // 3-D Secure happens in the app the buyer is looking at.
        var facts = try PaymentFacts.of(fact.orderId, fact.paymentId, Money(fact.amount, fact.currency), in: tx)
        facts["instructions"] = .string(fact.instructions)
        try Notifying(tx: tx).notify(Candidate(type: "payment-approval-needed", recipientId: fact.userId, at: tx.now, subject: fact.orderId.rawValue,
                                               dedupeKey: "approve:\(fact.paymentId):\(fact.attempt)", facts: facts))
    }
}

/// What texts about payments use.
enum PaymentFacts {
    static func of(_ order: OrderID, _ payment: PaymentID, _ amount: Money, in tx: NotificationsTransaction) throws -> [String: JSONValue] {
        var facts: [String: JSONValue] = [
            "order.id": .string(order.rawValue), "payment.id": .string(payment.rawValue), "amount": try JSONValue(encoding: amount),
            "event.title": "your order",
        ]
        // Topics have no order among each other: the payment may be heard of before its order.
        if let known = try tx.projections.order(order) {
            facts["event.title"] = .string(known.title)
            facts["event.id"] = .string(known.eventId.rawValue)
        }
        return facts
    }
}
