import Contracts
import Kernel
import NotificationPolicy
import NotificationsEngine
import NotificationsKit
import ServiceKit

/// A card was declined, money went back, or it did not.
struct OnOrderPaymentUpdated: Reaction {
    func handle(_ fact: OrderPaymentUpdated, in tx: NotificationsTransaction) throws {
        try FoodOrderProjection.update(fact.order, in: tx)
        var message = try FoodOrderMessage(fact.order, in: tx)
        if let refunded = fact.refunded {
            message.facts.setAmount("amount", refunded)
            // Of several refunds on their way at once, all but the last end without a new version of the order.
            try message.send("refund", to: .customer, fact.order.customerId, key: "refund-\(tx.messageID)")
        }
        switch fact.paymentStatus {
        case "failed":
            guard let until = fact.retryUntil else { return }  // Nothing can be tried any more.
            message.facts.setClock("time", until, zone: message.zone)
            message.facts.set("failureCode", .string(fact.failureCode ?? ""))
            try message.send("payment-failed", to: .customer, fact.order.customerId, key: "failed-\(fact.order.version)")
        case "refund_failed":
            try message.send("refund-failed", toStaff: ["accountant"], key: "refund-failed-\(fact.order.version)")
        default: break  // The app shows the other states; they need nobody's attention.
        }
    }
}

/// The money of an owner or a courier is on their bank account.
struct OnEarningsSettled: Reaction {
    func handle(_ fact: WithdrawalSettled, in tx: NotificationsTransaction) throws {
        var facts = Facts()
        facts.setAmount("amount", Money(fact.amount, fact.currency))
        let trigger = Trigger("withdrawal-settled", at: tx.happenedAt, subject: fact.subject, facts: facts,
                              dedupeKey: "withdrawal:\(fact.withdrawalId)")
        try Notifying(tx: tx).notify(trigger, to: fact.userId, asOf: tx.happenedAt)
    }
}
