import CatalogKit
import CatalogShops
import Contracts
import Kernel
import ServiceKit

/// Somebody says how a shop is: once.
package struct RateShop: Command {
    package static let type: MessageType = "catalog.rate-shop.v1"
    let shopId: Int
    let stars: Int
    let comment: String?
    package init(shopId: Int, stars: Int, comment: String? = nil) { (self.shopId, self.stars, self.comment) = (shopId, stars, comment) }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        let author = try tx.user()
        let user = author.userID
        var check = Validation()
        check.number("stars", stars, 1...5)
        let text = ShopRating.comment(comment, &check)
        try check.check()
        let shop = try tx.shops.requireActive(shopId)
        // Who lost the role works nowhere, even if the shop still names them.
        if author.roles.contains(ShopPermission.staffRole), shop.isStaffed(by: user) {
            throw Rejection(403, "own-shop", "You cannot rate a shop you work in.")
        }
        if let old = try tx.shopRatings.find(of: shopId, by: user) {
            let sentence = "You have rated this shop already."
            throw Rejection(422, "already-rated", sentence, errors: ["shopId": [sentence]], members: ["ratingId": .int(old.rating.id)])
        }
        let rating = ShopRating(id: try tx.numbers.next(.rating), shopID: shopId, userID: user, stars: stars, comment: text,
                                createdAt: tx.now, updatedAt: tx.now)
        try tx.shopRatings.insert(rating)
        try tx.publish(RatingAdded(ratingId: rating.id, shopId: shopId, userId: user, stars: stars))
        return try ShopPresenter(tx).ratingBody(rating.id, status: 201, location: "/ratings/\(rating.id)")
    }
}
