import Contracts
import Kernel
import NotificationPolicy
import NotificationsEngine
import NotificationsKit
import ServiceKit

/// An attempt is under way: mobile money that nobody approves is told of when its session is over.
struct OnPaymentStarted: Reaction {
    func handle(_ fact: PaymentStarted, in tx: NotificationsTransaction) throws {
        let notifying = try Notifying(tx: tx)
        guard let type = notifying.type(PaymentTimeout.type), let span = type.timers.compactMap(InstantExpression.init).first?.span else {
            return
        }
        let retryUntil = try type.expires?.span.map { try seatsKept(for: fact, session: $0.elapsed, in: tx) }
        guard fact.method != "card" else { return }  // 3-D Secure happens in the app the buyer is looking at.
        let attempt = PaymentTimeout.timer(fact.paymentId, fact.attempt)
        // It comes again once the customer has approved: however late the result is then, nobody hears that they have not.
        guard try !tx.conditions.isClosed(PaymentTimeout.begun, attempt) else {
            return tx.cancelTimer(Notifying.timerID(PaymentTimeout.type, attempt))
        }
        try tx.conditions.close(PaymentTimeout.begun, attempt, at: tx.now)
        var facts = try PaymentFacts.of(fact.orderId, fact.paymentId, Money(fact.amount, fact.currency), attempt: fact.attempt, in: tx)
        facts.set("payment.startedAt", .string(fact.startedAt.wholeSeconds.description))
        if let retryUntil { facts.set("retryUntil", .string(retryUntil.wholeSeconds.description)) }
        let due = fact.startedAt + span.elapsed
        try notifying.schedule(Trigger(PaymentTimeout.type, at: due, subject: fact.orderId.rawValue, facts: facts), to: fact.userId,
                               relations: ["buyer", "momo_payment"], at: due, timer: attempt)
    }

    /// The first attempt keeps the seats for its session, if the order does not keep them longer. Later attempts keep nothing.
    private func seatsKept(for fact: PaymentStarted, session: Duration, in tx: NotificationsTransaction) throws -> Timestamp {
        let end = fact.startedAt + session
        guard let kept = try tx.tickets.order(fact.orderId)?.holdExpiresAt else { return end }
        guard fact.attempt == 1, kept < end else { return kept }
        try tx.tickets.extendHold(of: fact.orderId, to: end)
        try PaymentReminders.schedule(for: fact.orderId, dueBefore: kept, in: tx)
        return end
    }
}

/// The message that nobody approved an attempt.
enum PaymentTimeout {
    static let type = "payment-timed-out"
    /// Open until the start of an attempt is told for the first time.
    static let begun = "payment.begun"
    static func timer(_ payment: PaymentID, _ attempt: Int) -> String { "\(payment):\(attempt)" }
}

/// An attempt failed: the buyer hears why and until when to try again.
struct OnPaymentFailed: Reaction {
    func handle(_ fact: PaymentFailed, in tx: NotificationsTransaction) throws {
        var facts = try PaymentFacts.of(fact.orderId, fact.paymentId, Money(fact.amount, fact.currency), attempt: fact.attempt, in: tx)
        facts.set("failureCode", .string(fact.failureCode))
        if let until = fact.retryUntil { facts.set("retryUntil", .string(until.wholeSeconds.description)) }
        // Nobody declined when nobody answered: that has words of its own.
        let isUnanswered = fact.failureCode == "EXPIRED"
        if !isUnanswered { tx.cancelTimer(Notifying.timerID(PaymentTimeout.type, PaymentTimeout.timer(fact.paymentId, fact.attempt))) }
        let (type, key) = isUnanswered ? (PaymentTimeout.type, "timeout") : ("payment-failed", "failed")
        let trigger = Trigger(type, at: tx.happenedAt, subject: fact.orderId.rawValue, facts: facts,
                              dedupeKey: "\(key):\(fact.paymentId):\(fact.attempt)")
        // Apps whose orders notify of failed payments name another trigger.
        guard try tx.policy().types[type]?.isTriggered(by: PaymentFailed.type.rawValue) == true else { return }
        try Notifying(tx: tx).notify(trigger, to: fact.userId, relations: ["buyer", "momo_payment"])
    }
}

/// Mobile money waits for the PIN: the buyer gets the steps.
struct OnPaymentRequiresAction: Reaction {
    func handle(_ fact: PaymentRequiresAction, in tx: NotificationsTransaction) throws {
        // 3-D Secure and the like happen in the app that the buyer is looking at.
        guard fact.method != "card", let code = Self.dialled(in: fact.instructions) ?? Self.menus[fact.method] else { return }
        var facts = try PaymentFacts.of(fact.orderId, fact.paymentId, Money(fact.amount, fact.currency), attempt: fact.attempt, in: tx)
        facts.set("instructions", .string(fact.instructions))
        facts.set("ussd", .string(code))
        if let session = try tx.policy().types["payment-approval-needed"]?.expires?.span {
            facts.set("expiresAt", .string((tx.happenedAt + session.elapsed).wholeSeconds.description))
        }
        let trigger = Trigger("payment-approval-needed", at: tx.happenedAt, subject: fact.orderId.rawValue, facts: facts,
                              dedupeKey: "approve:\(fact.paymentId):\(fact.attempt)")
        try Notifying(tx: tx).notify(trigger, to: fact.userId, relations: ["buyer", "momo_payment"])
    }

    /// The menus of networks whose provider names none.
    private static let menus = ["mtn_momo": "*165#", "airtel_money": "*185#"]
    /// The menu of the network: `*165#`.
    private static func dialled(in instructions: String) -> String? {
        guard let start = instructions.firstIndex(of: "*"), let end = instructions[start...].firstIndex(of: "#") else { return nil }
        return String(instructions[start...end])
    }
}

/// The provider could not give money back: the buyer hears that it takes longer.
struct OnRefundFailed: Reaction {
    func handle(_ fact: RefundFailed, in tx: NotificationsTransaction) throws {
        guard let order = try tx.tickets.order(fact.orderId) else { return }  // Nobody here knows whose it is.
        let facts = try PaymentFacts.of(fact.orderId, fact.paymentId, Money(fact.amount, fact.currency), attempt: 0, in: tx)
        let trigger = Trigger("refund-failed", at: tx.happenedAt, subject: fact.orderId.rawValue, facts: facts,
                              dedupeKey: "refund-failed:\(fact.refundId)")
        try Notifying(tx: tx).notify(trigger, to: order.userId, relations: ["buyer"])
    }
}

/// A payout has arrived.
struct OnWithdrawalSettled: Reaction {
    func handle(_ fact: WithdrawalSettled, in tx: NotificationsTransaction) throws {
        let facts = Facts(["amount": try JSONValue(encoding: Money(fact.amount, fact.currency))])
        let trigger = Trigger("payout-settled", at: tx.happenedAt, subject: fact.withdrawalId.rawValue, facts: facts,
                              dedupeKey: "payout:\(fact.withdrawalId)")
        try Notifying(tx: tx).notify(trigger, to: fact.userId, relations: ["organizer"])
    }
}

/// A payout failed; the money is available again.
struct OnWithdrawalFailed: Reaction {
    func handle(_ fact: WithdrawalFailed, in tx: NotificationsTransaction) throws {
        let facts = Facts(["amount": try JSONValue(encoding: Money(fact.amount, fact.currency)), "reason": .string(fact.failureCode)])
        let trigger = Trigger("payout-failed", at: tx.happenedAt, subject: fact.withdrawalId.rawValue, facts: facts,
                              dedupeKey: "payout:\(fact.withdrawalId)")
        try Notifying(tx: tx).notify(trigger, to: fact.userId, relations: ["organizer"])
    }
}

/// What texts about payments use.
enum PaymentFacts {
    static func of(_ order: OrderID, _ payment: PaymentID, _ amount: Money, attempt: Int, in tx: NotificationsTransaction) throws -> Facts {
        // Topics have no order among each other: the payment may be heard of before its order.
        let known = try tx.tickets.order(order)
        var facts = try known.flatMap { try tx.tickets.event($0.eventId.rawValue)?.facts } ?? Facts()
        facts.set("event.title", .string(known?.title ?? "your order"))
        if let known { facts.set("event.id", .string(known.eventId.rawValue)) }
        facts.set("order.id", .string(order.rawValue))
        facts.set("payment.id", .string(payment.rawValue))
        facts.set("attempt", .int(attempt))
        facts.set("amount", try JSONValue(encoding: amount))
        return facts
    }
}
