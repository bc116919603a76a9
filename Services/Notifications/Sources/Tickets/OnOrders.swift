import Contracts
import Kernel
import NotificationPolicy
import NotificationsEngine
import NotificationsKit
import ServiceKit

/// An order waits for its payment: what comes next is about it, and so are reminders to pay.
struct OnOrderAwaitingPayment: Reaction {
    func handle(_ fact: OrderAwaitingPayment, in tx: NotificationsTransaction) throws {
        try tx.tickets.saveOrder(fact.orderId, user: fact.userId, event: fact.eventId, title: fact.title, total: fact.total,
                                     state: "awaiting", number: fact.number, placedAt: tx.now, holdExpiresAt: fact.holdExpiresAt)
        try PaymentReminders.schedule(for: fact.orderId, dueBefore: fact.holdExpiresAt, in: tx)
    }
}

/// Reminders to pay an order that waits. They say until when its seats are kept.
enum PaymentReminders {
    static let type = "payment-pending"

    /// Sets those that are still to come, or sets them again, because a payment that was started keeps the seats longer.
    /// - Parameter end: the end of the order's own window, after which nobody is reminded.
    static func schedule(for id: OrderID, dueBefore end: Timestamp, in tx: NotificationsTransaction) throws {
        guard let order = try tx.tickets.order(id), let placed = order.placedAt, let kept = order.holdExpiresAt else { return }
        let notifying = try Notifying(tx: tx)
        for expression in (notifying.type(type)?.timers ?? []).compactMap(InstantExpression.init)
        where expression.base == .fact("order.placedAt") {
            guard let span = expression.span else { continue }
            let due = placed + span.elapsed
            guard due < end else { continue }  // The window is shorter than that.
            var facts = try OrderFacts.of(id, order.number, order.eventId, order.title, in: tx)
            facts.set("order.holdExpiresAt", .string(kept.wholeSeconds.description))
            facts.set("order.placedAt", .string(placed.wholeSeconds.description))
            facts.set("amount", try JSONValue(encoding: order.total))
            facts.set("stage", .string(span.description))
            try notifying.schedule(Trigger(type, at: due, subject: id.rawValue, facts: facts), to: order.userId, relations: ["buyer"],
                                   at: due, timer: "\(id):\(span)")
        }
    }
}

/// Paid, or free: the organizer hears of the sale.
struct OnOrderCompleted: Reaction {
    /// Open until the event has sold that number of tickets for the first time.
    private static let ahead = "milestone.ahead"

    func handle(_ fact: OrderCompleted, in tx: NotificationsTransaction) throws {
        try tx.recipients.sawActive(fact.userId, at: tx.now)
        // No ticket order.
        guard let event = fact.eventId, let organizer = fact.organizerId, let items = fact.items, let total = fact.total else { return }
        let (title, number) = (fact.title ?? "", fact.number ?? "")
        try tx.tickets.saveOrder(fact.orderId, user: fact.userId, event: event, title: title, total: total, state: "completed",
                                 number: number)
        let tickets = items.reduce(0) { $0 + $1.quantity }
        try tx.tickets.addPurchase(fact.orderId, of: fact.userId, tickets: tickets, at: tx.now)
        let sold = try tx.tickets.sell(tickets, of: event)
        let notifying = try Notifying(tx: tx)
        var facts = try OrderFacts.of(fact.orderId, number, event, title, in: tx)
        facts.set("order.total", try JSONValue(encoding: total))
        facts.set("tickets.count", .int(tickets))
        facts.set("count", .int(1))
        try notifying.notify(Trigger("ticket-sold", at: tx.happenedAt, subject: event.rawValue, facts: facts), to: organizer,
                             relations: ["organizer"])
        // Of several that one order passes, the highest.
        guard let thresholds = notifying.type("milestone")?.thresholds,
            let threshold = thresholds.last(where: { sold.before < $0 && $0 <= sold.after })
        else { return }
        // Each once, also when tickets are given back and sold again after keys are forgotten.
        let isTold = try tx.conditions.isClosed(Self.ahead, "\(event)/\(threshold)")
        for passed in thresholds where passed <= threshold { try tx.conditions.close(Self.ahead, "\(event)/\(passed)", at: tx.now) }
        guard !isTold else { return }
        facts.set("n", .int(threshold))
        try notifying.notify(Trigger("milestone", at: tx.happenedAt, subject: event.rawValue, facts: facts), to: organizer,
                             relations: ["organizer"])
    }
}

/// The hold ended without a payment: nobody is reminded to pay any more.
struct OnOrderExpired: Reaction {
    func handle(_ fact: OrderExpired, in tx: NotificationsTransaction) throws {
        try tx.tickets.settleOrder(fact.orderId, "expired")
        try ReconsiderHeld.reconsider(of: fact.userId.rawValue, in: tx)
    }
}

/// The order will not go on.
struct OnOrderCancelled: Reaction {
    func handle(_ fact: OrderCancelled, in tx: NotificationsTransaction) throws {
        try tx.tickets.settleOrder(fact.orderId, "cancelled")
        try ReconsiderHeld.reconsider(of: fact.userId.rawValue, in: tx)
    }
}

/// Tickets exist: the buyer hears of them, holders are remembered.
struct OnTicketsIssued: Reaction {
    func handle(_ fact: TicketsIssued, in tx: NotificationsTransaction) throws {
        // An order that never waited for a payment is free.
        let order = try tx.tickets.order(fact.orderId)
        let total = order?.total ?? .zero(tx.definition.currency)
        try tx.tickets.save(fact.event)
        try tx.tickets.saveOrder(fact.orderId, user: fact.userId, event: fact.eventId, title: fact.event.title, total: total,
                                 state: "completed")
        try tx.tickets.add(fact.tickets, of: fact.eventId)
        guard fact.imported != true else {
            // Seeded: it counts, but nobody needs to hear of it, nor of the numbers that it passes.
            _ = try tx.tickets.sell(fact.tickets.count, of: fact.eventId)
            return
        }
        var facts = EventFacts.of(fact.event)
        facts.set("order.id", .string(fact.orderId.rawValue))
        facts.set("order.number", .string(order?.number ?? ""))
        facts.set("order.total", try JSONValue(encoding: total))
        facts.set("tickets.count", .int(fact.tickets.count))
        let notifying = try Notifying(tx: tx)
        let trigger = Trigger("ticket-purchased", at: tx.happenedAt, subject: fact.orderId.rawValue, facts: facts,
                              dedupeKey: "issued:\(fact.orderId)")
        try notifying.notify(trigger, to: fact.userId, relations: ["buyer"])
        try ExpiryWarnings(notifying)?.plan(fact.tickets, of: fact.event)
        for holder in Set(fact.tickets.map(\.holderId)).sorted() { try FriendNotifications.notify(holder, goesTo: fact.event, in: tx) }
        try ReconsiderHeld.reconsider(of: fact.userId.rawValue, in: tx)
    }
}

/// Tickets died: who gave them back hears no more of the event.
struct OnTicketsCancelled: Reaction {
    func handle(_ fact: TicketsCancelled, in tx: NotificationsTransaction) throws {
        // The end of an event is told to its holders, and this may come before that.
        guard fact.reason != "event-cancelled" else { return }
        try tx.tickets.remove(fact.tickets, of: fact.eventId)
        try tx.tickets.takeBack(fact.tickets.count, of: fact.eventId)
        if fact.reason == "refund" { try tx.tickets.refund(fact.tickets, of: fact.orderId) }
        for holder in Set(fact.tickets.map(\.holderId)).sorted() {
            try ReconsiderHeld.reconsider(of: holder.rawValue, in: tx)
            try FriendNotifications.reconsider(about: holder, in: tx)
        }
    }
}

/// Somebody entered.
struct OnTicketCheckedIn: Reaction {
    func handle(_ fact: TicketCheckedIn, in tx: NotificationsTransaction) throws {
        // Nobody is told that a ticket was not used after it was.
        try tx.conditions.close("ticket.valid", fact.ticketId.rawValue, at: tx.now)
        // Organizers get no attendees' messages of their own event.
        guard fact.holderId != fact.organizerId else { return }
        var facts = try tx.tickets.event(fact.eventId.rawValue)?.facts ?? Facts()
        facts.set("event.id", .string(fact.eventId.rawValue))
        facts.set("event.title", .string(fact.title))
        facts.set("ticket.id", .string(fact.ticketId.rawValue))
        facts.set("checkIn", .string(fact.checkInId))
        facts.set("checkedInAt", .string(fact.at.wholeSeconds.description))
        try Notifying(tx: tx).notify(Trigger("ticket-scanned", at: tx.happenedAt, subject: fact.eventId.rawValue, facts: facts),
                                     to: fact.holderId, relations: ["ticket_holder"])
    }
}

/// Money went back.
struct OnOrderRefunded: Reaction {
    func handle(_ fact: OrderRefunded, in tx: NotificationsTransaction) throws {
        guard fact.amount.amount > 0 else { return }  // A free ticket that is refunded moves no money to tell of.
        guard let event = fact.eventId, let refund = fact.refundId else { return try membershipRefunded(fact, in: tx) }
        var facts = try OrderFacts.of(fact.orderId, fact.number ?? "", event, fact.title ?? "", in: tx)
        facts.set("amount", try JSONValue(encoding: fact.amount))
        let trigger = Trigger(fact.late ? "late-payment-refunded" : "refund-processed", at: tx.happenedAt, subject: fact.orderId.rawValue,
                              facts: facts, dedupeKey: "refund:\(refund)")
        try Notifying(tx: tx).notify(trigger, to: fact.userId, relations: ["buyer"])
    }

    private func membershipRefunded(_ fact: OrderRefunded, in tx: NotificationsTransaction) throws {
        var facts = Facts(["orderId": .string(fact.orderId.rawValue)])
        facts.set("amount", try JSONValue(encoding: fact.amount))
        let trigger = Trigger("subscription_refunded", at: tx.happenedAt, subject: "orders/\(fact.orderId)", facts: facts,
                              dedupeKey: "back:\(fact.orderId)")
        try Notifying(tx: tx).notify(trigger, to: fact.userId, relations: ["member"])
    }
}

/// The orders of a cancelled event are undone: the organizer gets the numbers.
struct OnEventCancellationCompleted: Reaction {
    func handle(_ fact: EventCancellationCompleted, in tx: NotificationsTransaction) throws {
        var facts = try tx.tickets.event(fact.eventId.rawValue)?.facts ?? Facts(["event": ["id": .string(fact.eventId.rawValue)]])
        facts.set("report", ["refunded": .int(fact.refunded), "failed": .int(fact.failed),
                             "total": try JSONValue(encoding: fact.refundedTotal), "state": .string(fact.state)])
        let trigger = Trigger("cancellation-report", at: tx.happenedAt, subject: fact.eventId.rawValue, facts: facts,
                              // Each cancellation ends in one report; an event that was restored may be cancelled again.
                              dedupeKey: "report:\(fact.eventId):\(tx.messageID)")
        try Notifying(tx: tx).notify(trigger, to: fact.organizerId, relations: ["organizer"])
    }
}

/// What texts about orders use.
enum OrderFacts {
    static func of(_ order: OrderID, _ number: String, _ event: EventID, _ title: String, in tx: NotificationsTransaction) throws -> Facts {
        var facts = try tx.tickets.event(event.rawValue)?.facts ?? Facts()
        facts.set("event.id", .string(event.rawValue))
        facts.set("event.title", .string(title))
        facts.set("order.id", .string(order.rawValue))
        facts.set("order.number", .string(number))
        return facts
    }
}
