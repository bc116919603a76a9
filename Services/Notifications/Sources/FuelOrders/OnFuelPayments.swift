import Contracts
import Kernel
import NotificationsKit
import ServiceKit

/// A card was not authorised: the order waits for another one.
struct OnFuelPaymentUpdated: Reaction {
    func handle(_ fact: FuelPaymentUpdated, in tx: NotificationsTransaction) throws {
        // Tips and balances are paid in front of the app, which shows what became of them.
        guard fact.purpose == .order, fact.paymentStatus == "failed" else { return }
        // An order that ended meanwhile takes no other card.
        guard fact.status == "pending" else { return }
        var message = FuelMessage(fact, in: tx)
        message.facts.set("failureCode", .string(fact.failureCode ?? ""))
        message.facts.setAmount("amount", fact.amount)
        try message.send("payment-declined")
    }
}

struct OnBalanceDue: Reaction {
    func handle(_ fact: BalanceDue, in tx: NotificationsTransaction) throws {
        var message = FuelMessage(fact, in: tx)
        message.facts.setAmount("amount", fact.amount)
        try message.send("balance-due")
    }
}

struct OnFuelOrderRefunded: Reaction {
    func handle(_ fact: FuelOrderRefunded, in tx: NotificationsTransaction) throws {
        var message = FuelMessage(fact, in: tx)
        message.facts.setAmount("amount", fact.amount)
        try message.send("refund-done")
    }
}
