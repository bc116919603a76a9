import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Somebody keeps a shop. Keeping it twice is keeping it once.
package struct MarkShopFavorite: Command {
    package static let type: MessageType = "catalog.mark-shop-favorite.v1"
    let shopId: PathNumber
    package init(shopId: Int) { self.shopId = PathNumber(shopId) }

    package func handle(in tx: CatalogTransaction) throws -> NoContent {
        let user = try tx.user().userID
        let shop = try tx.shops.requireActive(try shopId.number())
        if try tx.shopFavorites.has(shop.id, user) { return NoContent() }
        let most = try tx.shopSettings().favoritesMax
        guard try tx.shopFavorites.count(of: user) < most else {
            throw Rejection.conflict("favorites-limit", "You keep \(most) shops; more is not possible.", ["limit": .int(most)])
        }
        try tx.shopFavorites.add(shop.id, of: user, at: tx.now)
        return NoContent()
    }
}
