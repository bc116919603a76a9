import Contracts
import Kernel
import SchedulingKit

/// The timers of an event: one per offset, for its whole audience. Who is reminded is decided when they fire.
struct ReminderTimers {
    let tx: SchedulingTransaction

    static func id(_ event: EventID, _ offsetMinutes: Int) -> String { "remind:\(event):\(offsetMinutes)" }

    /// Takes a snapshot of an event, unless a newer one is here, and sets, moves or removes its timers.
    func take(_ event: ScheduledEvent) throws {
        let known = try tx.events.find(event.id)
        if let known, known.version > event.version
            || (known.version == event.version && known.isCancelled == event.isCancelled && known.isDeleted == event.isDeleted
                && (known.organizerId != nil || known.organizerName.isEmpty)) {
            // Older news, or the same: services tell each other at different speeds, and repeat the name of an organizer who is gone.
            return
        }
        try tx.events.save(event)
        // Time stands; so do the timers.
        if let known, known.startDate == event.startDate, known.isCancelled == event.isCancelled { return }
        for offset in try tx.settings().reminderOffsetsMinutes {
            let due = event.startDate - .minutes(offset)
            if event.isCancelled || due < tx.now {
                tx.cancelTimer(Self.id(event.id, offset))
            } else {
                try tx.schedule(Self.id(event.id, offset), at: due,
                                RemindOfEvent(eventId: event.id, startDate: event.startDate, offsetMinutes: offset,
                                    after: nil))
            }
        }
    }
}
