import Contracts
import Kernel
import ServiceKit

/// Somebody was let in: what they say of the event is said by somebody who was there.
struct OnTicketCheckedIn: Reaction {
    func handle(_ event: TicketCheckedIn, in tx: CatalogTransaction) throws { try tx.attendance.record(event.holderId, at: event.eventId) }
}
