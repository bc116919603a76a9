import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Staff let a restaurant sell.
package struct ApproveRestaurant: Command {
    package static let type: MessageType = "catalog.approve-restaurant.v1"
    let restaurantId: RestaurantID
    package init(restaurantId: RestaurantID) { self.restaurantId = restaurantId }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        let old = try tx.restaurants.require(restaurantId)
        switch old.status {
        case .active: break  // It was approved before.
        case .draft, .suspended:
            let missing = try missing(old, tx)
            guard missing.isEmpty else {
                throw Rejection.conflict("restaurant-incomplete", "This restaurant cannot sell yet: something is missing.",
                                         ["missing": .array(missing.map { .string($0) })])
            }
            var restaurant = old
            restaurant.status = .active
            restaurant.notAccepted = 0
            try RestaurantChange(tx).save(restaurant, from: old, .approved)
        }
        return try RestaurantPresenter(tx).body(of: old.id)
    }

    private func missing(_ restaurant: Restaurant, _ tx: CatalogTransaction) throws -> [String] {
        let parts = [
            ("hours", !restaurant.calendar.isEmpty), ("zones", try !tx.restaurants.zones(of: restaurant.id).zones.isEmpty),
            ("items", try tx.restaurants.hasItems(restaurant.id)),
        ]
        return parts.filter { !$0.1 }.map(\.0)
    }
}
