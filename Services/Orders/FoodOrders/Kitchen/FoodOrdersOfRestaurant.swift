import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// What a restaurant has to cook and has cooked, newest first. Orders that wait for their payment are not in it.
package struct FoodOrdersOfRestaurant: Query {
    package static let type: MessageType = "orders.food-orders-of-restaurant.v1"
    package let restaurantId: RestaurantID
    package let status: String?
    package let from: String?
    package let to: String?
    package let updatedSince: String?
    package let page: Int?
    package let perPage: Int?

    package func answer(in view: OrdersView) throws -> Page<JSONValue> {
        let request = try PageRequest(page: page, perPage: perPage)
        var filter = FoodOrderFilter(.restaurant(restaurantId))
        try filter.read(status: status, from: from, to: to, updatedSince: updatedSince, in: view.localZone())
        _ = try view.ownRestaurant(restaurantId)
        return try view.foodPage(filter, request)
    }
}

extension OrdersView {
    /// A restaurant that the caller runs. Throws 404 for any other.
    func ownRestaurant(_ id: RestaurantID) throws -> FoodRestaurant {
        let viewer = try foodViewer()
        guard let restaurant = try foodRestaurants.find(id), restaurant.owner == viewer.user || viewer.has(FoodViewer.Permission.manageAny)
        else { throw Rejection.notFound }
        return restaurant
    }
}
