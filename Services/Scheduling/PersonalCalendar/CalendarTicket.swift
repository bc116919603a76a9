import Contracts
import Kernel

/// A ticket as a date in its holder's calendar.
struct CalendarTicket: Sendable, Equatable {
    enum State: Sendable, Equatable {
        case active
        /// It died with its event, which calendars show as cancelled.
        case eventCancelled(at: Timestamp)
        /// Refunded, or somebody else's now.
        case ended(at: Timestamp)

        enum Name: String { case active, eventCancelled = "event-cancelled", ended }
        var name: Name {
            switch self {
            case .active: .active
            case .eventCancelled: .eventCancelled
            case .ended: .ended
            }
        }
        var endedAt: Timestamp? {
            switch self {
            case .active: nil
            case .eventCancelled(let at), .ended(let at): at
            }
        }
        init?(_ name: String, endedAt: Timestamp?) {
            switch (Name(rawValue: name), endedAt) {
            case (.active, nil): self = .active
            case (.eventCancelled, let at?): self = .eventCancelled(at: at)
            case (.ended, let at?): self = .ended(at: at)
            case (.active, _?), (.eventCancelled, nil), (.ended, nil), (nil, _): return nil
            }
        }
        /// What the news of its end mean.
        init(endedBecause reason: String, at now: Timestamp) {
            self = reason == Self.eventCancelledReason ? .eventCancelled(at: now) : .ended(at: now)
        }
        private static let eventCancelledReason = "event-cancelled"
    }
    let id: TicketID
    let eventId: EventID
    let holder: User.ID
    let serial: String
    let typeName: String
    var state: State

    /// What its holder reads in the calendar: `Regular, EP-7F3K-9Q2M.`
    var note: String? {
        let facts = [typeName, serial].filter { !$0.isEmpty }
        return facts.isEmpty ? nil : "Ticket: \(facts.joined(separator: ", "))."
    }
}
