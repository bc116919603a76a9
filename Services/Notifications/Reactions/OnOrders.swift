import Contracts
import Kernel
import ServiceKit

/// An order waits for its payment: what comes next is about it.
struct OnOrderAwaitingPayment: Reaction {
    func handle(_ fact: OrderAwaitingPayment, in tx: NotificationsTransaction) throws {
        try tx.projections.saveOrder(fact.orderId, user: fact.userId, event: fact.eventId, title: fact.title, total: fact.total)
    }
}

/// Tickets exist: the buyer hears of them, holders are remembered.
struct OnTicketsIssued: Reaction {
    func handle(_ fact: TicketsIssued, in tx: NotificationsTransaction) throws {
        // An order that never waited for a payment is free.
        let total = try tx.projections.order(fact.orderId)?.total ?? .zero(tx.definition.currency)
        try tx.projections.saveOrder(fact.orderId, user: fact.userId, event: fact.eventId, title: fact.event.title, total: total)
        try tx.projections.add(fact.tickets, of: fact.eventId)
        var facts = EventFacts.of(fact.event)
        facts["order.id"] = .string(fact.orderId.rawValue)
        facts["order.total"] = try JSONValue(encoding: total)
        facts["tickets.count"] = .int(fact.tickets.count)
        try Notifying(tx: tx).notify(Candidate(type: "ticket-purchased", recipientId: fact.userId, at: tx.now, subject: fact.orderId.rawValue,
                                               dedupeKey: "issued:\(fact.orderId)", facts: facts))
    }
}

/// Tickets died: who gave them back hears no more of the event.
struct OnTicketsCancelled: Reaction {
    func handle(_ fact: TicketsCancelled, in tx: NotificationsTransaction) throws {
        // The end of an event is told to its holders, and this may come before that.
        guard fact.reason != "event-cancelled" else { return }
        try tx.projections.remove(fact.tickets, of: fact.eventId)
    }
}

/// Money went back.
struct OnOrderRefunded: Reaction {
    func handle(_ fact: OrderRefunded, in tx: NotificationsTransaction) throws {
        guard fact.amount.amount > 0 else { return }  // A free ticket that is given back moves no money to tell of.
        let facts: [String: JSONValue] = [
            "event.id": .string(fact.eventId.rawValue), "event.title": .string(fact.title), "order.id": .string(fact.orderId.rawValue),
            "order.number": .string(fact.number), "amount": try JSONValue(encoding: fact.amount),
        ]
        try Notifying(tx: tx).notify(Candidate(type: fact.late ? "late-payment-refunded" : "refund-processed", recipientId: fact.userId, at: tx.now,
                                               subject: fact.orderId.rawValue, dedupeKey: "refund:\(fact.refundId)", facts: facts))
    }
}
