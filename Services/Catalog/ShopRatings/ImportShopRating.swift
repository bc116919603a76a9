import CatalogKit
import CatalogShops
import Contracts
import Kernel
import ServiceKit

/// Seeding: a rating. One that is there already stays.
extension ImportShopRating: Command {
    public typealias Answer = NoContent
    public func handle(in tx: CatalogTransaction) throws -> NoContent {
        guard try tx.shops.exists(shopId) else { throw Rejection.notFound }
        try tx.numbers.take(.rating, ratingId)
        guard try tx.shopRatings.find(of: shopId, by: userId) == nil, try tx.shopRatings.find(ratingId) == nil else { return NoContent() }
        try tx.shopRatings.insert(ShopRating(id: ratingId, shopID: shopId, userID: userId, stars: stars, comment: comment, createdAt: at,
                                             updatedAt: at))
        try tx.publish(RatingAdded(ratingId: ratingId, shopId: shopId, userId: userId, stars: stars))
        return NoContent()
    }
}
