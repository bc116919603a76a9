import Contracts
import Kernel
import NotificationPolicy
import NotificationsEngine
import NotificationsKit
import ServiceKit

/// Warnings that a ticket was not used yet, so long before its event ends.
struct ExpiryWarnings {
    static let type = "ticket-expiring"
    private let notifying: Notifying
    private let lead: Duration
    /// Nil: the tenant sends none.
    init?(_ notifying: Notifying) {
        guard let lead = notifying.type(Self.type)?.timers.compactMap(InstantExpression.init).first?.span?.elapsed else { return nil }
        (self.notifying, self.lead) = (notifying, lead)
    }

    /// Only passes: an event shorter than the warning's lead has its reminders.
    func due(_ event: Facts) -> Timestamp? {
        guard let start = event.time("event.startDate"), let end = event.time("event.endDate"), end - lead > start else { return nil }
        return end - lead
    }
    func plan(_ tickets: [IssuedTicket], of event: TicketEvent) throws {
        let facts = EventFacts.of(event)
        guard let due = due(facts) else { return }
        for ticket in tickets where ticket.holderId != event.organizerId {
            try plan(ticket.ticketId, of: ticket.holderId, event.eventId, facts, at: due)
        }
    }
    private func plan(_ ticket: TicketID, of holder: User.ID, _ event: EventID, _ facts: Facts, at due: Timestamp) throws {
        var facts = facts
        facts.set("ticket.id", .string(ticket.rawValue))
        try notifying.schedule(Trigger(Self.type, at: due, subject: event.rawValue, facts: facts), to: holder,
                               relations: ["ticket_holder"], at: due, timer: ticket.rawValue)
    }

    /// The event has other times: the timer of a ticket follows them, or ends. A warning whose time has passed now is
    /// sent at once.
    func move(_ holding: TicketStore.Holding, _ event: EventID, _ facts: Facts) throws {
        guard let due = due(facts) else {
            return notifying.tx.cancelTimer(Notifying.timerID(Self.type, holding.ticketId.rawValue))
        }
        try plan(holding.ticketId, of: holding.userId, event, facts, at: max(due, notifying.tx.now + .seconds(1)))
    }
}

/// An event starts or ends at another time: the timers of its tickets follow, in slices.
struct MoveExpiryWarnings: Command {
    static let type: MessageType = "notifications.move-expiry-warnings.v1"
    let eventId: EventID
    /// The last holding of the slice before.
    let afterUser: User.ID?
    let afterTicket: TicketID?
    static let sliceMax = 500

    /// - Parameter before: facts of the event before the change, as far as known.
    static func begin(of event: TicketEvent, since before: Facts?, in tx: NotificationsTransaction) throws {
        guard let warnings = try ExpiryWarnings(Notifying(tx: tx)) else { return }
        let dues = [before, EventFacts.of(event)].compactMap { $0.flatMap(warnings.due) }
        // No timer waits and none will: too short an event, or everybody was warned.
        guard before == nil || dues.contains(where: { $0 > tx.now }) else { return }
        try tx.schedule(timer(event.eventId), at: tx.now, MoveExpiryWarnings(eventId: event.eventId, afterUser: nil, afterTicket: nil))
    }
    private static func timer(_ event: EventID) -> String { "expiry-warnings:\(event)" }

    func handle(in tx: NotificationsTransaction) throws -> NoContent {
        guard let event = try tx.tickets.event(eventId.rawValue), let warnings = try ExpiryWarnings(Notifying(tx: tx)) else {
            return NoContent()
        }
        let holdings = try tx.tickets.holdings(of: eventId, afterUser: afterUser, afterTicket, limit: Self.sliceMax)
        for holding in holdings where holding.userId != event.organizerId { try warnings.move(holding, eventId, event.facts) }
        if holdings.count == Self.sliceMax, let last = holdings.last {
            try tx.schedule(Self.timer(eventId), at: tx.now,
                            MoveExpiryWarnings(eventId: eventId, afterUser: last.userId, afterTicket: last.ticketId))
        }
        return NoContent()
    }
}
