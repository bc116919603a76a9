import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// Somebody marked an event, or took the mark away.
struct OnEventFavorited: Reaction {
    func handle(_ fact: EventFavorited, in tx: SchedulingTransaction) throws {
        // The event itself is known: its publication came before, on the same topic.
        try tx.audience.setFavorite(fact.favorite, fact.userId, of: fact.eventId)
    }
}

/// Tickets exist: their holders are reminded.
struct OnTicketsIssued: Reaction {
    func handle(_ fact: TicketsIssued, in tx: SchedulingTransaction) throws {
        try tx.audience.add(fact.tickets, of: fact.eventId)
        try ReminderTimers(tx: tx).take(ScheduledEvent(fact.event, at: tx.now))
    }
}

/// Tickets died: who holds no other is not reminded.
struct OnTicketsCancelled: Reaction {
    func handle(_ fact: TicketsCancelled, in tx: SchedulingTransaction) throws { try tx.audience.remove(fact.tickets, of: fact.eventId) }
}

/// A ticket has another holder: who gave their last one away is not reminded, the new holder is.
struct OnTicketTransferred: Reaction {
    func handle(_ fact: TicketTransferred, in tx: SchedulingTransaction) throws {
        try tx.audience.remove([fact.former], of: fact.eventId)
        try tx.audience.add(fact.tickets, of: fact.eventId)
        try ReminderTimers(tx: tx).take(ScheduledEvent(fact.event, at: tx.now))
    }
}

/// A person is gone.
struct OnUserErased: Reaction {
    func handle(_ fact: UserErased, in tx: SchedulingTransaction) throws {
        try tx.audience.forget(fact.userId)
        try tx.events.forget(organizer: fact.userId, at: tx.now)
    }
}
