import Contracts
import Kernel
import Messaging
import OrdersKit
import ServiceKit

/// Who may do what at an event: its organizer everything. Check-in adds the scanners.
package struct EventStaffAccess {
    package let events: EventProjectionStore
    package let user: Principal

    /// Throws 404 for an event that was never published and for somebody else's that is deleted, 403 for somebody else's.
    package func owned(_ id: EventID) throws -> EventProjection {
        guard let event = try events.known(id) else { throw Rejection.notFound }
        guard event.event.organizerId == user.userID else {
            throw refusal(event, Rejection(403, "not-event-owner", "You don't have permission to modify this event"))
        }
        try requireRole()
        return event
    }
    /// The organizer, who lost the role, has no say over the events of before: 403.
    package func requireRole() throws(Rejection) {
        guard user.roles.contains(TicketSale.organizerRole) else {
            throw Rejection(403, "role-required", "Only organizers may do this.",
                            members: ["requiredRole": .string(TicketSale.organizerRole)])
        }
    }
    /// What somebody without a part in an event is told: nothing of one that is deleted.
    package func refusal(_ event: EventProjection, _ refusal: Rejection) -> Rejection { event.isDeleted ? .notFound : refusal }
}

extension OrdersTransaction {
    package func access() throws -> EventStaffAccess { EventStaffAccess(events: events, user: try user()) }
}
extension OrdersView {
    package func access() throws -> EventStaffAccess { EventStaffAccess(events: events, user: try user()) }
}
