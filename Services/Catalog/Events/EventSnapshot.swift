import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// An event as other services need it.
struct EventSnapshot {
    private let tx: CatalogTransaction
    init(_ tx: CatalogTransaction) { self.tx = tx }

    /// Nil for a draft that is not ready to be told of.
    func of(_ event: Event, _ types: [TicketType]) throws -> TicketEvent? {
        guard let seen = try tx.events.find(event.id) else { return nil }
        return Self.make(event, types, organizerName: seen.organizer.name, currency: tx.definition.currency, now: tx.now)
    }

    static func make(_ event: Event, _ types: [TicketType], organizerName: String, currency: Currency, now: Timestamp) -> TicketEvent? {
        guard let title = event.title, let category = event.category, let start = event.startDate, let end = event.endDate,
            let venue = event.venue else { return nil }
        return TicketEvent(
            eventId: event.id, organizerId: event.organizerID, organizerName: organizerName, title: title, category: category,
            status: event.status(at: now).rawValue, startDate: start, endDate: end, venue: venue, posterUrl: event.posterURL,
                ageRestriction: event.ageRestriction,
            ticketTypes: types.map {
            TicketEvent.TicketType(id: $0.id, name: $0.name, price: Money($0.price, currency), quantity: $0.stock.quantity)
        },
            refundPolicy: TicketEvent.RefundPolicy(type: event.terms.refundHoursBefore == nil ? "none" : "until",
                                                   hoursBefore: event.terms.refundHoursBefore),
            transferable: event.terms.transferable, reEntry: event.terms.reEntry, doorsOpenMinutes: event.terms.doorsOpenMinutes,
            version: event.version, salesStart: FirstSale.start(types)?.wholeSeconds)
    }
}

/// Keeps the words of events up to date.
package struct EventIndex {
    private let tx: CatalogTransaction
    package init(_ tx: CatalogTransaction) { self.tx = tx }

    package func refresh(_ event: Event) throws {
        let organizer = try tx.events.find(event.id)?.organizer.name ?? ""
        try tx.words.index(event.id, as: EventListing.searchDocument(of: event, organizer: organizer, settings: tx.settings()))
    }
    /// After an organizer changed the name.
    package func refreshAll(ofOrganizer user: User.ID) throws {
        for id in try tx.events.ids(ofOrganizer: user) { if let seen = try tx.events.find(id) { try refresh(seen.event) } }
    }
}

/// The moments an event is told of by the clock: the day before its sales, the sales of each type, its start, its end.
struct EventTimers {
    private let tx: CatalogTransaction
    init(_ tx: CatalogTransaction) { self.tx = tx }

    /// Sets or moves them. A moment that is past stays untold: it was told when it came.
    /// - Parameter wasRunning: an edit may end the event, which is told at once.
    func set(for event: Event, wasRunning: Bool = false) throws {
        if let start = event.startDate, start > tx.now { try tx.schedule(Self.startID(event.id), at: start, StartEvent(eventId: event.id)) }
        if let end = event.endDate, end > tx.now || wasRunning {
            try tx.schedule(Self.endID(event.id), at: max(end, tx.now), EndEvent(eventId: event.id))
        }
        try setSales(of: event)
        try setOpening(of: event)
    }
    /// The day before its first sales, if that day is not over.
    func setOpening(of event: Event) throws {
        if let opening = FirstSale.start(try tx.ticketTypes.of(event.id)),
            let due = FirstSale.announcedAt(opening, zone: try tx.zone(), now: tx.now) {
            try tx.schedule(Self.openingID(event.id), at: due, AnnounceSalesOpening(eventId: event.id))
        } else {
            tx.cancelTimer(Self.openingID(event.id))
        }
    }
    /// The next sales of a ticket type that begin before the event does.
    func setSales(of event: Event) throws {
        let starts = try tx.ticketTypes.of(event.id).compactMap(\.salesStart)
        guard let next = starts.filter({ $0 > tx.now && $0 < event.startDate ?? .distantFuture }).min() else {
            return tx.cancelTimer(Self.salesID(event.id))
        }
        try tx.schedule(Self.salesID(event.id), at: next, BeginTicketSales(eventId: event.id))
    }
    func cancel(for event: EventID) {
        for timer in [Self.startID(event), Self.endID(event), Self.openingID(event), Self.salesID(event)] { tx.cancelTimer(timer) }
    }
    private static func startID(_ event: EventID) -> String { "event-start:\(event)" }
    private static func endID(_ event: EventID) -> String { "event-end:\(event)" }
    private static func openingID(_ event: EventID) -> String { "sales-opening:\(event)" }
    private static func salesID(_ event: EventID) -> String { "ticket-sales:\(event)" }
}
