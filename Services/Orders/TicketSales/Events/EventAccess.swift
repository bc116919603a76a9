import Contracts
import Kernel
import Messaging
import ServiceKit

/// Who may do what at an event: its organizer everything. Check-in adds the scanners.
struct EventAccess {
    let events: EventStore
    let user: Principal

    /// Throws 404 for an event nobody sold tickets of yet, 403 for somebody else's.
    func owned(_ id: EventID) throws -> KnownEvent {
        guard let event = try events.known(id) else { throw Rejection.notFound }
        guard event.event.organizerId == user.userID else {
            throw Rejection(403, "not-event-owner", "You don't have permission to modify this event")
        }
        return event
    }
}

extension OrdersTransaction {
    func access() throws -> EventAccess { EventAccess(events: events, user: try user()) }
}
extension OrdersView {
    func access() throws -> EventAccess { EventAccess(events: events, user: try user()) }
}
