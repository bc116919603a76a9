import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /restaurants/{id}`.
package struct RestaurantDetails: Query {
    package static let type: MessageType = "catalog.restaurant-details.v1"
    let restaurantId: RestaurantID

    package func answer(in view: CatalogView) throws -> JSONBody {
        let restaurant = try view.restaurants.require(restaurantId, seenBy: RestaurantViewer(view))
        return try RestaurantPresenter(view).body(of: restaurant.id)
    }
}

/// `GET /restaurants/{id}/opening`: whether it takes orders at an instant.
package struct RestaurantOpening: Query {
    package static let type: MessageType = "catalog.restaurant-opening.v1"
    let restaurantId: RestaurantID
    let at: Timestamp?

    package func answer(in view: CatalogView) throws -> JSONBody {
        let restaurant = try view.restaurants.require(restaurantId, seenBy: RestaurantViewer(view))
        let instant = at ?? view.now
        let opening = restaurant.opening(at: instant)
        return JSONBody(capacity: 200) { (writer: inout JSONWriter) in
            writer.member("open", opening.open)
            writer.member("mode", opening.mode.rawValue)
            writer.member("opensAt", opening.opensAt?.wholeSecondsUp)
            writer.member("closesAt", opening.closesAt)
            writer.member("at", instant.wholeSeconds)
        }
    }
}
