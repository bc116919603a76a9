import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Editors choose the restaurants that come first, in this order.
package struct SetFeatured: Command {
    package static let type: MessageType = "catalog.set-featured.v1"
    let restaurantIds: [RestaurantID]
    package init(restaurantIds: [RestaurantID]) { self.restaurantIds = restaurantIds }
    static let most = 20

    package func handle(in tx: CatalogTransaction) throws -> FeaturedRestaurants {
        var check = Validation()
        check.require(restaurantIds.count <= Self.most, "restaurantIds", "must have at most \(Self.most) entries")
        try check.check()
        for (index, id) in restaurantIds.enumerated() {
            if restaurantIds.prefix(index).contains(id) { check.fail("restaurantIds.\(index)", "comes twice") }
            if try tx.restaurants.find(id) == nil { check.fail("restaurantIds.\(index)", "is not known") }
        }
        try check.check()
        for old in try tx.restaurants.featured() where !restaurantIds.contains(old.id) { try place(old, nil, tx) }
        for (index, id) in restaurantIds.enumerated() { try place(try tx.restaurants.require(id), index + 1, tx) }
        return FeaturedRestaurants(restaurantIds: restaurantIds)
    }

    private func place(_ old: Restaurant, _ featured: Int?, _ tx: CatalogTransaction) throws {
        var restaurant = old
        restaurant.featured = featured
        if restaurant != old { try tx.restaurants.update(restaurant, from: old, at: tx.now) }
    }
}

package struct FeaturedRestaurants: Encodable, Sendable {
    let restaurantIds: [RestaurantID]
}
