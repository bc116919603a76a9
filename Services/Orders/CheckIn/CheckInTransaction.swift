import Contracts
import Kernel
import OrdersKit
import OrdersTicketSales
import ServiceKit

extension OrdersScope {
    package var checkIns: CheckInStore { CheckInStore(database, tenant) }
    package var checkInCounts: CheckInCountStore { CheckInCountStore(database, tenant) }
}

extension OrdersView {
    package var attendees: AttendeeStore { AttendeeStore(database, tenant) }
}

extension EventStaffAccess {
    /// For those who may look at the door: its staff, and the organizer of a draft, whose door nobody has used yet.
    func requireView(of id: EventID, _ checkIns: CheckInStore) throws {
        if try ownDraft(id) == nil { _ = try staffed(id, checkIns) }
    }
    /// For the event's organizer and its scanners. Throws 404 for an event that was never published, and to others for
    /// a deleted one.
    func staffed(_ id: EventID, _ checkIns: CheckInStore) throws -> EventProjection {
        guard let event = try events.known(id) else { throw Rejection.notFound }
        if try checkIns.isScanner(user.userID, of: id) { return event }
        guard event.event.organizerId == user.userID else {
            throw refusal(event, Rejection(403, "not-event-staff", "You are not on the door staff of this event."))
        }
        try requireRole()
        return event
    }
}
