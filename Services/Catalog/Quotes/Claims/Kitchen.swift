import CatalogKit
import CatalogRestaurants
import Contracts
import Kernel

/// The places in a restaurant's kitchen, as what is claimed: an order has one from its claim until it is ready.
enum Kitchen {
    static let unit = "place"
    /// Of a kitchen that takes any number of orders. Its places are counted all the same: a limit that comes later counts them.
    private static let unlimited = 1_000_000

    static func subject(of restaurant: RestaurantID) -> String { "\(restaurant)/kitchen" }

    /// As many places as the restaurant says, but never fewer than are taken.
    static func resource(of restaurant: Restaurant, stock: Stock?) -> Resource {
        var stock = stock ?? Stock(quantity: 0)
        stock.quantity = max(restaurant.maxActiveOrders ?? unlimited, stock.taken)
        return Resource(subject: subject(of: restaurant.id), name: unit, unit: unit, unitPrice: 0, stock: stock)
    }
}
