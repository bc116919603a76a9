import Contracts
import Kernel
import PaymentsKit
import ServiceKit

/// A sale is final: the organizer has earned it.
struct OnOrderCompleted: Reaction {
    func handle(_ fact: OrderCompleted, in tx: PaymentsTransaction) throws { try EarningsLedger(tx: tx).bookSale(fact) }
}

/// An event was published: stores its title and the day its earnings become available.
struct OnEventPublished: Reaction {
    func handle(_ fact: EventPublished, in tx: PaymentsTransaction) throws { try EventEarningsPlan(tx).plan(fact.event) }
}

/// An event's title or end has changed.
struct OnEventUpdated: Reaction {
    func handle(_ fact: EventUpdated, in tx: PaymentsTransaction) throws {
        guard fact.event.status != "cancelled" else { return try EventEarningsPlan(tx).drop(fact.event) }
        let isAhead = fact.event.endDate > tx.now
        // An event that had ended was moved into the future: new earnings wait for its new end.
        if isAhead { try tx.ledger.reopen(fact.eventId) }
        let due = try EventEarningsPlan(tx).plan(fact.event)
        let timer = ReleaseEarnings.timerID(fact.eventId)
        if isAhead { tx.cancelTimer(timer) } else { try tx.schedule(timer, at: due, ReleaseEarnings(eventId: fact.eventId)) }
    }
}

/// A deleted event was restored.
struct OnEventRestored: Reaction {
    func handle(_ fact: EventRestored, in tx: PaymentsTransaction) throws { try EventEarningsPlan(tx).plan(fact.event) }
}

/// An event is over: what it earned is released after the days in which refunds are likely.
struct OnEventEnded: Reaction {
    func handle(_ fact: EventEnded, in tx: PaymentsTransaction) throws {
        let due = try EventEarningsPlan(tx).plan(fact.event)
        try tx.schedule(ReleaseEarnings.timerID(fact.eventId), at: due, ReleaseEarnings(eventId: fact.eventId))
    }
}

/// An event was cancelled: money on hold returns to the buyers, and nothing is released.
struct OnEventCancelled: Reaction {
    func handle(_ fact: EventCancelled, in tx: PaymentsTransaction) throws {
        // Deleting a past event only cleans up: the organizer keeps its money.
        guard fact.event.status != "completed" else { return }
        try EventEarningsPlan(tx).drop(fact.event)
        tx.cancelTimer(ReleaseEarnings.timerID(fact.eventId))
    }
}

/// What is known about an event's earnings besides the money: organizer, title, and when they can be withdrawn.
private struct EventEarningsPlan {
    private let tx: PaymentsTransaction
    init(_ tx: PaymentsTransaction) { self.tx = tx }

    /// Returns when the earnings will be released.
    @discardableResult
    func plan(_ event: TicketEvent) throws -> Timestamp {
        let due = event.endDate + .hours(try tx.settings().earningsReleaseHours)
        try tx.ledger.saveEvent(event.eventId, organizer: event.organizerId, title: event.title)
        try tx.ledger.setAvailable(event.eventId, at: due)
        return due
    }
    func drop(_ event: TicketEvent) throws {
        try tx.ledger.saveEvent(event.eventId, organizer: event.organizerId, title: event.title)
        try tx.ledger.setAvailable(event.eventId, at: nil)
    }
}
