import Contracts
import Kernel

/// An event as this service knows it.
package struct EventProjection: Sendable, Equatable {
    package let event: TicketEvent
    package let isCancelled: Bool
    package let isDeleted: Bool
    /// Set by a change of date or venue.
    package let refundOpenUntil: Timestamp?
    package init(event: TicketEvent, isCancelled: Bool, isDeleted: Bool = false, refundOpenUntil: Timestamp?) {
        (self.event, self.isCancelled, self.isDeleted, self.refundOpenUntil) = (event, isCancelled, isDeleted, refundOpenUntil)
    }

    /// `published`, `ongoing`, `completed` follow from the clock; `cancelled` is a fact.
    package func status(at now: Timestamp) -> String {
        if isCancelled || event.status == "cancelled" { return "cancelled" }
        if now >= event.endDate { return "completed" }
        return now >= event.startDate ? "ongoing" : "published"
    }
}
