import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// A restaurant is another one now: how long it needs, what it is called, whose it is.
package struct OnRestaurantChanged: Reaction {
    package init() {}
    package func handle(_ event: RestaurantChanged, in tx: OrdersTransaction) throws {
        try tx.foodRestaurants.remember(FoodRestaurant(
            id: event.restaurantId, owner: event.ownerId, names: event.names, prepMinutes: event.prepMinutes,
            extraMinutes: event.extraMinutes, extraUntil: event.until, rating: event.rating))
    }
}
