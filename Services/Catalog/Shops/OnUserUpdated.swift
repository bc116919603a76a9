import CatalogKit
import Contracts
import ServiceKit

/// Somebody chose another language.
struct OnUserUpdated: Reaction {
    func handle(_ event: UserUpdated, in tx: CatalogTransaction) throws { try tx.shopPeople.setLocale(event.locale, of: event.userId) }
}
