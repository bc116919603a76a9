import CatalogKit
import CatalogShops
import Contracts
import Kernel
import ServiceKit

/// Somebody takes a rating back, or an administrator takes it down. Its author may rate the shop again.
package struct WithdrawShopRating: Command {
    package static let type: MessageType = "catalog.withdraw-shop-rating.v1"
    let ratingId: PathNumber
    package init(ratingId: Int) { self.ratingId = PathNumber(ratingId) }

    package func handle(in tx: CatalogTransaction) throws -> NoContent {
        let user = try tx.user()
        guard let rating = try tx.shopRatings.find(try ratingId.number())?.rating else { throw Rejection.notFound }
        let mayModerate = tx.definition.permissions(of: user.roles).contains(ShopPermission.manage)
        guard rating.userID == user.userID || mayModerate else { throw Rejection.notFound }
        try tx.shopRatings.remove(rating)
        try tx.publish(RatingRemoved(ratingId: rating.id, shopId: rating.shopID, userId: rating.userID, stars: rating.stars))
        return NoContent()
    }
}
