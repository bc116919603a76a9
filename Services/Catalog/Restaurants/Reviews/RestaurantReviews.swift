import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /restaurants/{id}/reviews`: newest first.
package struct RestaurantReviews: Query {
    package static let type: MessageType = "catalog.restaurant-reviews.v1"
    let restaurantId: RestaurantID
    let page: Int?
    let perPage: Int?

    package func answer(in view: CatalogView) throws -> Page<AnyReview> {
        let request = try PageRequest(page: page, perPage: perPage)
        let viewer = RestaurantViewer(view)
        let restaurant = try view.restaurants.require(restaurantId, seenBy: viewer)
        let reviews = try view.foodReviews.page(of: restaurant.id, limit: request.perPage, offset: request.offset)
        let isModerator = viewer.has(RestaurantPermission.moderateReviews)
        return Page(reviews.map { AnyReview(ShownReview($0, toModerator: isModerator)) }, request, total: restaurant.ratingCount)
    }
}
