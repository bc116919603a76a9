import Contracts
import Kernel
import ServiceKit

/// Somebody marked an event, or took the mark away.
struct OnEventFavorited: Reaction {
    func handle(_ fact: EventFavorited, in tx: SchedulingTransaction) throws {
        try tx.audience.setFavorite(fact.favorite, fact.userId, of: fact.eventId)
        if let event = fact.event { try ReminderTimers(tx: tx).take(ScheduledEvent(event, at: tx.now)) }
    }
}

/// Tickets exist: their holders are reminded.
struct OnTicketsIssued: Reaction {
    func handle(_ fact: TicketsIssued, in tx: SchedulingTransaction) throws {
        for holder in Set(fact.tickets.map(\.holderId)).sorted() { try tx.audience.addHolder(holder, of: fact.eventId, order: fact.orderId) }
        try ReminderTimers(tx: tx).take(ScheduledEvent(fact.event, at: tx.now))
    }
}

/// Money went back; with all of it the tickets are gone, and so are the reminders.
struct OnOrderRefunded: Reaction {
    func handle(_ fact: OrderRefunded, in tx: SchedulingTransaction) throws {
        try tx.audience.refund(fact.orderId, amount: fact.amount.amount, total: fact.total.amount)
    }
}

/// A person is gone.
struct OnUserErased: Reaction {
    func handle(_ fact: UserErased, in tx: SchedulingTransaction) throws { try tx.audience.forget(fact.userId) }
}
