import Contracts
import Kernel
import ServiceKit

/// A sale is final: the organizer has earned it.
struct OnOrderCompleted: Reaction {
    func handle(_ fact: OrderCompleted, in tx: PaymentsTransaction) throws { try BookKeeping(tx: tx).bookSale(fact) }
}

/// An event is over: what it earned is released after the days in which refunds are likely.
struct OnEventEnded: Reaction {
    func handle(_ fact: EventEnded, in tx: PaymentsTransaction) throws {
        let due = fact.event.endDate + .hours(try tx.settings().earningsReleaseHours)
        try tx.ledger.saveEvent(fact.eventId, organizer: fact.event.organizerId, title: fact.event.title)
        try tx.ledger.setAvailable(fact.eventId, at: due)
        try tx.schedule(ReleaseEarnings.timerID(fact.eventId), at: due, ReleaseEarnings(eventId: fact.eventId))
    }
}

/// An event that had ended was moved into the future: its earnings wait for its new end.
struct OnEventUpdated: Reaction {
    func handle(_ fact: EventUpdated, in tx: PaymentsTransaction) throws {
        guard fact.event.endDate > tx.now else { return }
        tx.cancelTimer(ReleaseEarnings.timerID(fact.eventId))
        try tx.ledger.setAvailable(fact.eventId, at: nil)
    }
}
