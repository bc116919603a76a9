import CatalogKit
import Contracts
import ServiceKit

/// Shops answer people in their language.
struct OnUserRegistered: Reaction {
    func handle(_ event: UserRegistered, in tx: CatalogTransaction) throws { try tx.shopPeople.setLocale(event.locale, of: event.userId) }
}
