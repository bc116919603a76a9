import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Somebody marked an event as favorite, or took the mark away.
struct OnEventFavorited: Reaction {
    func handle(_ fact: EventFavorited, in tx: OrdersTransaction) throws {
        if let favorites = fact.favorites { try tx.businessEvents.save(favorites: favorites, of: fact.eventId) }
    }
}
