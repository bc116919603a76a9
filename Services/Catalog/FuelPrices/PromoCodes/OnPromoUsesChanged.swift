import CatalogKit
import Contracts
import ServiceKit

/// Orders count the uses of a code; pricing managers see the number.
struct OnPromoUsesChanged: Reaction {
    func handle(_ event: PromoUsesChanged, in tx: CatalogTransaction) throws { try tx.promoCodes.save(uses: event.uses, of: event.code) }
}
