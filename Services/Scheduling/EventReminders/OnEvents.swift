import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// An event is on sale: its reminders are set.
struct OnEventPublished: Reaction {
    func handle(_ fact: EventPublished, in tx: SchedulingTransaction) throws {
        try ReminderTimers(tx: tx).take(ScheduledEvent(fact.event, at: tx.now))
    }
}

/// An organization may have another name: calendar files show it. Without a name of its own its events keep the name they came with.
struct OnOrganizerUpdated: Reaction {
    func handle(_ fact: OrganizerUpdated, in tx: SchedulingTransaction) throws {
        guard let name = fact.name else { return }
        try tx.events.rename(organizer: fact.userId, to: name, at: tx.now)
    }
}

/// An event changed: a moved start moves its reminders.
struct OnEventUpdated: Reaction {
    func handle(_ fact: EventUpdated, in tx: SchedulingTransaction) throws {
        try ReminderTimers(tx: tx).take(ScheduledEvent(fact.event, at: tx.now))
    }
}

/// An event will not happen: nobody is reminded of it.
struct OnEventCancelled: Reaction {
    func handle(_ fact: EventCancelled, in tx: SchedulingTransaction) throws {
        try ReminderTimers(tx: tx).take(ScheduledEvent(fact.event, isCancelled: true, isDeleted: fact.deleted, at: tx.now))
    }
}

/// A deleted event is back: so are its reminders.
struct OnEventRestored: Reaction {
    func handle(_ fact: EventRestored, in tx: SchedulingTransaction) throws {
        try ReminderTimers(tx: tx).take(ScheduledEvent(fact.event, at: tx.now))
    }
}
