import Contracts
import Kernel
import Messaging
import OrdersKit
import ServiceKit

/// Who may do what at an event: its organizer everything. Check-in adds the scanners.
package struct EventStaffAccess {
    package let events: EventProjectionStore
    package let user: Principal

    /// Throws 404 for an event nobody sold tickets of yet, 403 for somebody else's.
    package func owned(_ id: EventID) throws -> EventProjection {
        guard let event = try events.known(id) else { throw Rejection.notFound }
        guard event.event.organizerId == user.userID else {
            throw Rejection(403, "not-event-owner", "You don't have permission to modify this event")
        }
        return event
    }
}

extension OrdersTransaction {
    package func access() throws -> EventStaffAccess { EventStaffAccess(events: events, user: try user()) }
}
extension OrdersView {
    package func access() throws -> EventStaffAccess { EventStaffAccess(events: events, user: try user()) }
}
