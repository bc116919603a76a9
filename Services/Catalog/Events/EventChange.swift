import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// An event as its owner works on it within one message: read, changed, written with its history, and told to others.
struct EventChange {
    let tx: CatalogTransaction
    let user: User.ID
    var seen: SeenEvent
    var types: [TicketType]
    private let before: (event: Event, types: [TicketType])

    /// Throws 401, 404 for what the asker may not know of, 403 for what belongs to somebody else.
    init(of id: EventID, in tx: CatalogTransaction) throws {
        let user = try tx.user()
        let seen = try tx.events.find(id, seenBy: user.userID)
        try EventAccess.requireOwner(seen?.event, user.userID, roles: user.roles)
        guard let seen else { throw Rejection.notFound }
        try self.init(seen, by: user.userID, in: tx)
    }

    /// The same for changes that only organizers may make who are not suspended: 403.
    init(toEdit id: EventID, in tx: CatalogTransaction) throws {
        try self.init(of: id, in: tx)
        try EventAccess.requireNotSuspended(event.isOrganizerSuspended)
    }

    /// An event whose asker was checked already.
    init(_ seen: SeenEvent, by user: User.ID, in tx: CatalogTransaction) throws {
        let types = try tx.ticketTypes.of(seen.event.id)
        (self.tx, self.user, self.seen, self.types, before) = (tx, user, seen, types, (seen.event, types))
    }

    var event: Event {
        get { seen.event }
        set { seen.event = newValue }
    }
    var ticketsSold: Int { before.types.reduce(0) { $0 + $1.stock.sold } }
    func attendeeCount() throws -> Int { try tx.holders.count(in: event.id) }

    mutating func apply(_ edit: EventEdit) throws -> [TicketType] {
        var editor = EventEditor(event, types: types, settings: try tx.settings(), currency: tx.definition.currency, now: tx.now)
        try editor.apply(edit) { tx.newID() }
        (seen.event, types) = (editor.event, editor.types)
        return editor.removed
    }

    /// Writes what changed, with its history, and tells others. Writes nothing when nothing changed.
    mutating func save(removed: [TicketType] = []) throws {
        let changes = EventFields.changes(from: before, to: (event, types), tx.definition.currency)
        guard !changes.isEmpty else { return }
        event.version += 1
        event.updatedAt = tx.now
        try tx.events.update(event)
        if changes.contains(where: { $0.field == "ticketTypes" }) {
            try tx.ticketTypes.save(types, removed: removed, of: event.id)
            try Waitlist(tx).close(event.id.rawValue, subjects: Set(removed.map(\.id.rawValue)))
        }
        try tx.history.add(changes, to: event.id, version: event.version, by: user, at: tx.now)
        try EventIndex(tx).refresh(event)
        try EventCounts(tx).publish(draft: event, types)
        guard before.event.life == .published else { return }
        try EventTickets.unitsFreed(of: event.id.rawValue, in: tx)
        types = try tx.ticketTypes.of(event.id)  // The line may have been offered what was freed.
        try EventTimers(tx).set(for: event, wasRunning: before.event.status(at: tx.now) == .ongoing)
        let fields = changes.map(\.field)
        let isTold = ticketsSold > 0 && before.event.status(at: tx.now) != .completed && !EventFields.toldToHolders.isDisjoint(with: fields)
        guard let snapshot = snapshot() else { return }
        let refundHours = try tx.settings().changeRefundHours
        let refundUntil = isTold ? tx.now + .hours(refundHours) : nil
        try tx.publish(EventUpdated(eventId: event.id, event: snapshot, changed: fields, notifyHolders: isTold, refundUntil: refundUntil))
        guard event.isTicketSalesOpen(at: tx.now) else { return }  // Nobody can buy what is left.
        try StockEventPublisher(tx).publishLowInventory(of: event, from: EventTickets.available(before.types),
                                                        to: EventTickets.available(types))
    }

    func snapshot() -> TicketEvent? {
        EventSnapshot.make(event, types, organizerName: seen.organizer.name, currency: tx.definition.currency, now: tx.now)
    }

    /// What is worth saying to an owner who changes an event with sold tickets.
    func warnings() throws -> [EventWarning] {
        guard ticketsSold > 0, !event.isCancelled else { return [] }
        return [.ticketsSold(ticketCount: ticketsSold, attendeeCount: try attendeeCount())]
    }

    /// The event for the person who changed it, with `warnings` where there may be some. A moderator sees the public form.
    func answer(status: Int = 200, location: String? = nil, warnings: [EventWarning]? = nil) throws -> JSONBody {
        let document = EventDocument(settings: try tx.settings(), currency: tx.definition.currency, now: tx.now)
        let owner = user == event.organizerID
            ? OwnerFacts(event, types: types, attendeeCount: try attendeeCount(), now: tx.now) : nil
        var writer = JSONWriter(capacity: 2560)
        document.whole(seen, types: types, owner: owner, warnings: warnings, to: &writer)
        return JSONBody(writer.bytes, status: status, location: location)
    }
}

/// Something an owner should know; it never stops anything.
package enum EventWarning: Sendable, Equatable {
    case ticketsSold(ticketCount: Int, attendeeCount: Int)
    /// Another event of the same organizer is close in time.
    case calendarConflict(kind: CalendarConflict, eventID: EventID, title: String, window: TimeWindow, overlapMinutes: Int, gapMinutes: Int)

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            switch self {
            case .ticketsSold(let tickets, let attendees):
                writer.member("code", "tickets-sold")
                writer.member("ticketCount", tickets)
                writer.member("attendeeCount", attendees)
                writer.member("message", EventPermissions.warning(ticketsSold: tickets))
            case .calendarConflict(let kind, let id, let title, let window, let overlap, let gap):
                writer.member("code", "calendar-conflict")
                writer.member("kind", kind.rawValue)
                writer.member("source", "organizer-event")
                writer.member("eventId", id)
                writer.member("title", title)
                writer.member("start", window.start.wholeSeconds)
                writer.member("end", window.end.wholeSeconds)
                writer.member("overlapMinutes", overlap)
                writer.member("gapMinutes", gap)
                writer.member("message",
                              "Your event '\(title)' is \(kind == .adjacent ? "shortly before or after" : "at the same time as") this one.")
            }
        }
    }
}
