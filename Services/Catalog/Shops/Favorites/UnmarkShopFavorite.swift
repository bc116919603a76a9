import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Somebody keeps a shop no longer. One that was not kept is no error.
package struct UnmarkShopFavorite: Command {
    package static let type: MessageType = "catalog.unmark-shop-favorite.v1"
    let shopId: PathNumber
    package init(shopId: Int) { self.shopId = PathNumber(shopId) }

    package func handle(in tx: CatalogTransaction) throws -> NoContent {
        try tx.shopFavorites.remove(try shopId.number(), of: try tx.user().userID)
        return NoContent()
    }
}
