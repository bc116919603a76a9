import Contracts
import Kernel
import OrdersKit
import OrdersTicketSales
import ServiceKit

extension OrdersScope {
    var businessNumbers: BusinessNumbersStore { BusinessNumbersStore(database, tenant) }
    var businessEvents: BusinessEventStore { BusinessEventStore(database, tenant) }
}

extension OrdersView {
    /// An event of the caller with its counts. Throws 404 for what the caller may not know of, 403 for somebody else's.
    func ownEvent(_ id: EventID) throws -> BusinessEvent {
        let user = try user().userID
        if let known = try events.known(id) {
            let counts = try businessEvents.counts(of: id)
            // Its counts may tell of a deletion before the event does.
            if known.event.organizerId != user, counts.isDeleted { throw Rejection.notFound }
            return BusinessEvent(try access().owned(id), counts, at: now)
        }
        guard let draft = try drafts.find(id), draft.organizerId == user else { throw Rejection.notFound }
        try access().requireRole()
        return BusinessEvent(draft)
    }
}

extension BusinessEvent {
    init(_ draft: DraftProjection) {
        self.init(id: draft.id, organizer: draft.organizerId, title: draft.title, stage: .draft(deleted: draft.isDeleted),
                  ticketTypes: draft.ticketTypes.map { TicketType(id: $0.id, name: $0.name, quantity: $0.quantity) })
    }
    init(_ known: EventProjection, _ counts: EventCount, at now: Timestamp) {
        let event = known.event
        let stage: Stage = known.status(at: now) == "cancelled" ? .cancelled(start: event.startDate)
            : .published(start: event.startDate, end: event.endDate, doorsOpen: event.startDate - .minutes(event.doorsOpenMinutes))
        self.init(id: event.eventId, organizer: event.organizerId, title: event.title, stage: stage,
                  ticketTypes: event.ticketTypes.map { TicketType(id: $0.id, name: $0.name, quantity: $0.quantity) }, counts: counts)
    }
}
