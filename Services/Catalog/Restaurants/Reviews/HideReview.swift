import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Moderators hide what a review and its reply say. The stars still count.
package struct HideReview: Command {
    package static let type: MessageType = "catalog.hide-review.v1"
    let reviewId: String
    package init(reviewId: String) { self.reviewId = reviewId }

    package func handle(in tx: CatalogTransaction) throws -> AnyReview {
        var review = try tx.foodReviews.require(reviewId)
        review.isHidden = true
        try tx.foodReviews.save(review)
        return tx.answer(review, toModerator: true)
    }
}

/// Moderators show it again.
package struct ShowReview: Command {
    package static let type: MessageType = "catalog.show-review.v1"
    let reviewId: String
    package init(reviewId: String) { self.reviewId = reviewId }

    package func handle(in tx: CatalogTransaction) throws -> AnyReview {
        var review = try tx.foodReviews.require(reviewId)
        review.isHidden = false
        try tx.foodReviews.save(review)
        return tx.answer(review, toModerator: true)
    }
}
