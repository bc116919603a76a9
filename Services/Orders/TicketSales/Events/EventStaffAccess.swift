import Contracts
import Kernel
import Messaging
import OrdersKit
import ServiceKit

/// Who may do what at an event: its organizer everything. Check-in adds the scanners.
package struct EventStaffAccess {
    package let events: EventProjectionStore
    package let drafts: DraftProjectionStore
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
    /// What an organizer sets up may be an own draft; otherwise the same as `owned`.
    package func prepared(_ id: EventID) throws -> PreparedEvent {
        if let draft = try ownDraft(id) {
            return PreparedEvent(id: id, organizerId: draft.organizerId, ticketTypes: Set(draft.ticketTypes.map(\.id)))
        }
        let event = try owned(id).event
        return PreparedEvent(id: id, organizerId: event.organizerId, ticketTypes: Set(event.ticketTypes.map(\.id)))
    }
    /// Nil: a published event, a deleted draft, or the draft of somebody else, who alone knows of it.
    package func ownDraft(_ id: EventID) throws -> DraftProjection? {
        guard let draft = try drafts.find(id), !draft.isDeleted, draft.organizerId == user.userID else { return nil }
        try requireRole()
        return draft
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

/// What is needed of an event to set up its doors, before it is published and afterwards.
package struct PreparedEvent: Sendable, Equatable {
    package let id: EventID
    package let organizerId: User.ID
    package let ticketTypes: Set<TicketTypeID>
}

extension OrdersScope {
    package func access() throws -> EventStaffAccess { EventStaffAccess(events: events, drafts: drafts, user: try user()) }
}
