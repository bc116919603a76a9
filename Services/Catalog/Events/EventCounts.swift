import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Tells other services numbers that only the catalog knows. Every command that changes them calls this afterwards, also imports.
package struct EventCounts {
    private let tx: CatalogTransaction
    package init(_ tx: CatalogTransaction) { self.tx = tx }

    /// After a rating, the erasure of somebody who liked it, a deletion or a restoration. `EventFavorited` carries its own number.
    package func publish(of id: EventID) throws {
        guard let event = try tx.events.find(id)?.event else { return }  // A rating may be of an event that is purged.
        try tx.publish(EventCountsChanged(eventId: id, favorites: event.favoriteCount, ratings: event.ratingCount, stars: event.ratingSum,
                                          deleted: event.deletedAt != nil))
    }

    /// After a draft was stored or changed.
    package func publish(draft event: Event, _ types: [TicketType]) throws {
        switch event.life {
        case .draft: break
        case .published, .cancelled: return  // `EventPublished` and `EventUpdated` tell of these.
        }
        let shown = types.map { DraftChanged.TicketType(id: $0.id, name: $0.name, quantity: $0.stock.quantity) }
        try tx.publish(DraftChanged(eventId: event.id, organizerId: event.organizerID, title: event.title, ticketTypes: shown,
                                    deleted: event.deletedAt != nil, startDate: event.startDate, endDate: event.endDate))
    }
}
