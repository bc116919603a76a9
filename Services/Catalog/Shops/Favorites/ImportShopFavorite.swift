import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Seeding: somebody keeps a shop.
extension ImportShopFavorite: Command {
    public typealias Answer = NoContent
    public func handle(in tx: CatalogTransaction) throws -> NoContent {
        guard try tx.shops.exists(shopId) else { throw Rejection.notFound }
        try tx.shopFavorites.add(shopId, of: userId, at: at)
        return NoContent()
    }
}
