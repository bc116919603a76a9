import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// A holder was checked in: marks their rating of the event as written by an attendee.
struct OnTicketCheckedIn: Reaction {
    func handle(_ event: TicketCheckedIn, in tx: CatalogTransaction) throws { try tx.attendance.record(event.holderId, at: event.eventId) }
}
