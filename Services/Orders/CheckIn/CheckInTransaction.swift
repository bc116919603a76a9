import Contracts
import Kernel
import OrdersKit
import OrdersTicketSales
import ServiceKit

extension OrdersTransaction {
    package var checkIns: CheckInStore { CheckInStore(database, tenant) }
    package var checkInCounts: CheckInCountStore { CheckInCountStore(database, tenant) }
}

extension OrdersView {
    package var checkIns: CheckInStore { CheckInStore(database, tenant) }
    package var checkInCounts: CheckInCountStore { CheckInCountStore(database, tenant) }
}

extension EventStaffAccess {
    /// For the event's organizer and its scanners. Throws 404 for an event nobody sold tickets of yet.
    func staffed(_ id: EventID, _ checkIns: CheckInStore) throws -> EventProjection {
        guard let event = try events.known(id) else { throw Rejection.notFound }
        guard try event.event.organizerId == user.userID || checkIns.isScanner(user.userID, of: id) else {
            throw Rejection(403, "not-event-staff", "You are not on the door staff of this event.")
        }
        return event
    }
}
