import CatalogKit
import CatalogShops
import Contracts
import Kernel
import ServiceKit

/// Somebody changes what they said of a shop.
package struct ChangeShopRating: Command {
    package static let type: MessageType = "catalog.change-shop-rating.v1"
    let ratingId: PathNumber
    let stars: Int?
    let comment: PatchField<String>
    package init(ratingId: Int, stars: Int? = nil, comment: PatchField<String> = .absent) {
        (self.ratingId, self.stars, self.comment) = (PathNumber(ratingId), stars, comment)
    }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        let user = try tx.user().userID
        var check = Validation()
        check.require(stars != nil || comment.isPresent, "stars", "is required unless there is a comment")
        check.number("stars", stars, 1...5, required: false)
        let text = ShopRating.comment(comment.over(nil), &check)
        try check.check()
        guard let old = try tx.shopRatings.find(try ratingId.number())?.rating, old.userID == user else { throw Rejection.notFound }
        var rating = old
        rating.stars = stars ?? old.stars
        if comment.isPresent { rating.comment = text }
        (rating.isEdited, rating.updatedAt) = (true, tx.now)
        try tx.shopRatings.update(rating)
        try tx.publish(RatingChanged(ratingId: rating.id, shopId: rating.shopID, userId: user, stars: rating.stars,
                                     previousStars: old.stars))
        return try ShopPresenter(tx).ratingBody(rating.id)
    }
}
