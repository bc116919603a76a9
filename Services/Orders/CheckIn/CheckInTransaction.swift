import Contracts
import Kernel
import OrdersKit
import OrdersTicketSales
import ServiceKit

extension OrdersTransaction {
    package var door: DoorStore { DoorStore(database, tenant) }
    package var doorCounts: DoorCountStore { DoorCountStore(database, tenant) }
}

extension OrdersView {
    package var door: DoorStore { DoorStore(database, tenant) }
    package var doorCounts: DoorCountStore { DoorCountStore(database, tenant) }
}

extension EventAccess {
    /// For the event's organizer and its scanners. Throws 404 for an event nobody sold tickets of yet.
    func staffed(_ id: EventID, _ door: DoorStore) throws -> KnownEvent {
        guard let event = try events.known(id) else { throw Rejection.notFound }
        guard try event.event.organizerId == user.userID || door.isScanner(user.userID, of: id) else {
            throw Rejection(403, "not-event-staff", "You are not on the door staff of this event.")
        }
        return event
    }
}
