import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// A customer rated an order, for the first time or anew: the restaurant's review and mean follow.
struct OnOrderRated: Reaction {
    func handle(_ event: OrderRated, in tx: CatalogTransaction) throws {
        guard (1...5).contains(event.restaurantStars), let old = try tx.restaurants.find(event.order.restaurantId) else { return }
        let known = try tx.foodReviews.find(order: event.order.orderId)
        var review = known ?? FoodReview(
            id: tx.context.newID(), restaurantID: old.id, orderID: event.order.orderId, customerID: event.order.customerId,
            customerName: event.customerName, stars: event.restaurantStars, comment: event.comment, reply: nil, isHidden: false,
            createdAt: event.firstRatedAt)
        (review.stars, review.comment) = (event.restaurantStars, event.comment)
        // A rating may come before its customer's name is known; one whose account is gone stays without.
        if review.customerID != nil { review.customerName = event.customerName ?? review.customerName }
        try tx.foodReviews.save(review)
        var restaurant = old
        restaurant.ratingSum += review.stars - (known?.stars ?? 0)
        restaurant.ratingCount += known == nil ? 1 : 0
        if restaurant != old { try RestaurantChange(tx).save(restaurant, from: old, .rated) }
    }
}
