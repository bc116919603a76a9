import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// A restaurant's owner answers a review, once; a later answer replaces it.
package struct ReplyToReview: Command {
    package static let type: MessageType = "catalog.reply-to-review.v1"
    let reviewId: String
    let text: String?
    package init(reviewId: String, text: String) { (self.reviewId, self.text) = (reviewId, text) }

    package func handle(in tx: CatalogTransaction) throws -> AnyReview {
        var check = Validation()
        let text = check.text("text", text, 1...500, multiline: true)
        try check.check()
        var review = try tx.foodReviews.require(reviewId)
        let viewer = RestaurantViewer(tx)
        _ = try tx.restaurants.require(review.restaurantID, managedBy: viewer)
        review.reply = text
        try tx.foodReviews.save(review)
        return tx.answer(review, toModerator: viewer.has(RestaurantPermission.moderateReviews))
    }
}

extension CatalogTransaction {
    /// It names the reviewer: after the erasure a request that is sent again is judged anew, and answered without the name.
    func answer(_ review: FoodReview, toModerator: Bool) -> AnyReview {
        if let customer = review.customerID { context.answerIsAbout(customer) }
        return AnyReview(ShownReview(review, toModerator: toModerator))
    }
}

/// One review as an answer.
package struct AnyReview: Encodable, Sendable {
    private let review: ShownReview
    init(_ review: ShownReview) { self.review = review }
    package func encode(to encoder: any Encoder) throws { try review.encode(to: encoder) }
}
