import CatalogKit
import Contracts
import ServiceKit

/// Quotes say where somebody is and what they eat.
struct OnUserErased: Reaction {
    func handle(_ event: UserErased, in tx: CatalogTransaction) throws { try tx.quotes.erase(event.userId) }
}
