import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Seeding. A code that is there already stays as it is.
extension ImportPromoCode: Command {
    public func handle(in tx: CatalogTransaction) throws -> NoContent {
        try PromoCodeRules.judge(promo)
        guard try tx.promoCodes.find(promo.code) == nil else { return NoContent() }
        try tx.promoCodes.save(PromoCode(definition: promo, uses: 0, createdAt: tx.now, updatedAt: tx.now))
        try tx.publish(PromoCodeChanged(promo))
        return NoContent()
    }
}
