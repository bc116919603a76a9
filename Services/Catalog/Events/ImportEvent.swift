import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Seeding. What is there already is left alone: people may have changed it since, and its stock is theirs.
extension ImportEvent: Command {
    public typealias Answer = NoContent
    public func handle(in tx: CatalogTransaction) throws -> NoContent {
        if try tx.events.exists(eventId) { return NoContent() }
        try tx.people.ensure(organizerId, name: organizerName ?? "")
        var made = try event(tx)
        try tx.events.insert(made)
        for (position, imported) in ticketTypes.enumerated() {
            try tx.ticketTypes.save(ticketType(imported, position: position), of: eventId)
        }
        for buyer in buyers ?? [] {
            try tx.claims.rememberBought(buyer.quantity, by: buyer.userId, in: eventId.rawValue)
            if buyer.attended == true { try tx.attendance.record(buyer.userId, at: eventId) }
        }
        let types = try tx.ticketTypes.of(eventId)
        made.prices = Event.PriceSummary(types)
        made.hasPublishedLowInventory = EventTickets.available(types) <= (try tx.settings().lowInventory)
        try tx.events.update(made)
        try EventIndex(tx).refresh(made)
        try EventCounts(tx).publish(draft: made, types)
        guard made.life == .published else { return NoContent() }
        try EventTimers(tx).set(for: made)
        if let snapshot = try EventSnapshot(tx).of(made, types) {
            try tx.publish(EventPublished(eventId: eventId, event: snapshot, imported: true))
        }
        return NoContent()
    }

    private func event(_ tx: CatalogTransaction) throws -> Event {
        let settings = try tx.settings()
        let refundHours = refundPolicy.map { $0.type == "none" ? nil : $0.hoursBefore ?? settings.refundDefaultHours }
            ?? settings.refundDefaultHours
        let terms = Event.Terms(maxTicketsPerUser: maxTicketsPerUser ?? settings.maxTicketsPerUser,
            paymentWindowMinutes: paymentWindowMinutes ?? settings.paymentWindowMinutes,
                                refundHoursBefore: refundHours, transferable: transferable ?? true, reEntry: reEntry ?? false,
                                doorsOpenMinutes: doorsOpenMinutes ?? settings.doorsOpenMinutes)
        var event = Event(id: eventId, organizerID: organizerId, life: try life(tx), terms: terms, wizardStep: wizardStep ?? 3,
                          createdAt: createdAt, updatedAt: publishedAt ?? createdAt)
        (event.title, event.description, event.category) = (title, description, category)
        (event.startDate, event.endDate, event.posterURL, event.ageRestriction) = (startDate, endDate, posterUrl, ageRestriction)
        event.place = venue.map { Event.Place(name: $0.name, address: $0.address, city: $0.city, latitude: $0.latitude,
            longitude: $0.longitude) } ?? Event.Place()
        event.publishedAt = status == "draft" ? nil : publishedAt ?? createdAt
        return event
    }

    private func life(_ tx: CatalogTransaction) throws -> Event.Life {
        switch status {
        case "draft": .draft
        case "published": .published
        case "cancelled": .cancelled(at: cancelledAt ?? createdAt, reason: cancelReason ?? "")
        default: throw Rejection.invalid(["status": ["must be draft, published or cancelled"]])
        }
    }

    private func ticketType(_ imported: ImportEvent.TicketType, position: Int) -> CatalogEvents.TicketType {
        let sold = imported.sold ?? 0
        return CatalogEvents.TicketType(id: imported.id, name: imported.name, description: imported.description, price: imported.price,
                          stock: Stock(quantity: imported.quantity, sold: sold), minPerOrder: imported.minPerOrder ?? 1,
                              maxPerOrder: imported.maxPerOrder ?? 10,
                          salesStart: imported.salesStart, salesEnd: imported.salesEnd, isPaused: imported.paused ?? false,
                          position: position, gross: sold * imported.price)
    }
}
