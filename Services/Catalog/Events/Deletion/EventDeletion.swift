import Kernel

/// R2: may it be deleted or cancelled, and what that costs.
package struct EventDeletion: Sendable, Equatable {
    package enum Verdict: Sendable, Equatable {
        case atOnce
        /// Tickets are sold: the second call, with the token of the first, does it.
        case needsConfirmation
        case blocked
    }
    package let verdict: Verdict
    package let status: EventStatus
    package let ticketCount: Int
    package let attendeeCount: Int
    /// Face value that goes back, in minor units.
    package let refundTotal: Int
    package let warning: String

    package init(_ event: Event, types: [TicketType], attendeeCount: Int, now: Timestamp) {
        status = event.status(at: now)
        let sold = event.isCancelled ? 0 : types.reduce(0) { $0 + $1.stock.sold }
        let money = types.reduce(0) { $0 + $1.gross }
        // Tickets may have ended without a refund: deleting the event refunds that money, too.
        let isSold = status == .published && (sold > 0 || money > 0)
        switch status {
        case .draft, .completed, .cancelled: verdict = .atOnce
        case .published: verdict = isSold ? .needsConfirmation : .atOnce
        case .ongoing: verdict = .blocked
        }
        ticketCount = sold
        self.attendeeCount = event.isCancelled ? 0 : attendeeCount
        refundTotal = isSold ? max(0, money) : 0
        let title = event.title ?? ""
        warning = verdict == .blocked ? Self.blockedMessage
            : isSold ? "This will permanently delete '\(title)' and affect \(attendeeCount) attendee(s) with active tickets."
            : "This will permanently delete '\(title)'."
    }
    /// Nil when nobody's ticket and no money depends on it.
    package var costs: EventHistoryStore.DeletionCosts? {
        guard verdict == .needsConfirmation else { return nil }
        return EventHistoryStore.DeletionCosts(tickets: ticketCount, attendees: attendeeCount, refundTotal: refundTotal)
    }
    package static let blockedMessage = "This event cannot be edited/deleted in its current state"
    package static let restorableDays = 30
}
