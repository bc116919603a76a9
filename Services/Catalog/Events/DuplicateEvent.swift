import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// A new draft like an event of one's own: without dates, sales and ratings, with ticket types of its own.
package struct DuplicateEvent: Command {
    package static let type: MessageType = "catalog.duplicate-event.v1"
    let eventId: EventID
    package init(eventId: EventID) { self.eventId = eventId }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        let source = try EventChange(toEdit: eventId, in: tx)
        let old = source.event
        var copy = Event(id: tx.newID(), organizerID: old.organizerID, life: .draft, place: old.place, terms: old.terms, createdAt: tx.now,
                         updatedAt: tx.now)
        (copy.title, copy.description, copy.category) = (old.title, old.description, old.category)
        (copy.ageRestriction, copy.posterURL) = (old.ageRestriction, old.posterURL)
        let types = source.types.map {
            TicketType(id: tx.newID(), name: $0.name, description: $0.description, price: $0.price,
                       stock: Stock(quantity: $0.stock.quantity),
                       minPerOrder: $0.minPerOrder, maxPerOrder: $0.maxPerOrder, isPaused: $0.isPaused, position: $0.position)
        }
        copy.prices = Event.PriceSummary(types)
        try tx.events.insert(copy)
        try giveOwnPoster(to: &copy, of: old, in: tx)
        try tx.ticketTypes.save(types, removed: [], of: copy.id)
        try EventIndex(tx).refresh(copy)
        try EventCounts(tx).publish(draft: copy, types)
        return try EventChange(of: copy.id, in: tx).answer(status: 201, location: "/events/\(copy.id)")
    }

    /// A picture that was uploaded becomes one of the copy's own: the other event may be purged. One from elsewhere stays.
    private func giveOwnPoster(to copy: inout Event, of old: Event, in tx: CatalogTransaction) throws {
        guard let url = old.posterURL else { return }
        let id = tx.context.newID(), own = tx.posterURL(of: id)
        guard try tx.posters.copy(url, of: old.id, to: copy.id, as: id, url: own, at: tx.now) else { return }
        copy.posterURL = own
        try tx.events.update(copy)
    }
}
