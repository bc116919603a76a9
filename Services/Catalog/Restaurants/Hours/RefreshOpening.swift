import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// A restaurant opens, closes, or is not busy or paused any more: lists and watchers see it.
package struct RefreshOpening: Command {
    package static let type: MessageType = "catalog.refresh-opening.v1"
    let restaurantId: RestaurantID

    package func handle(in tx: CatalogTransaction) throws -> NoContent {
        guard let old = try tx.restaurants.find(restaurantId), old.status == .active else { return NoContent() }
        let change = RestaurantChange(tx)
        if old.availability.kind != .normal, old.mode(at: tx.now) == .normal {
            var restaurant = old
            restaurant.availability = .normal
            try change.save(restaurant, from: old, .availability)
        } else {
            try tx.restaurants.update(old, from: old, at: tx.now)
            try change.setTimer(old)
            try change.publishLive(old, from: nil)
        }
        return NoContent()
    }
}
