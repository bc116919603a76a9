import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Publishes that seats are running out or gone, when some were taken or the organizer offers fewer.
struct StockEventPublisher {
    private let tx: CatalogTransaction
    init(_ tx: CatalogTransaction) { self.tx = tx }

    /// `before` is the stock as it was before `taken` was held. `kept` of it were an offer's, and free for nobody else before.
    func publish(for event: Event, before: [TicketType], taken: [Claim.Line], kept: [String: Int]) throws {
        for line in taken {
            guard let type = before.first(where: { $0.id.rawValue == line.subject }), type.stock.available > 0,
                type.stock.available + (kept[line.subject] ?? 0) == line.quantity else { continue }
            try tx.publish(TicketTypeSoldOut(eventId: event.id, ticketTypeId: type.id, organizerId: event.organizerID))
        }
        let was = EventTickets.available(before)
        try publishLowInventory(of: event, from: was, to: was - taken.reduce(0) { $0 + $1.quantity - (kept[$1.subject] ?? 0) })
    }

    /// Once per event, when the number of free seats falls to the tenant's threshold.
    func publishLowInventory(of event: Event, from was: Int, to left: Int) throws {
        let threshold = try tx.settings().lowInventory
        guard !event.hasPublishedLowInventory, was > threshold, left <= threshold else { return }
        try tx.events.markLowInventoryPublished(event.id)
        try tx.publish(InventoryLow(eventId: event.id, organizerId: event.organizerID, title: event.title ?? "", remaining: left))
    }
}
