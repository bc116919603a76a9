import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// An owner sets where a restaurant delivers to.
package struct SetZones: Command {
    package static let type: MessageType = "catalog.set-zones.v1"
    let restaurantId: RestaurantID
    let zones: JSONValue
    package init(restaurantId: RestaurantID, zones: JSONValue) { (self.restaurantId, self.zones) = (restaurantId, zones) }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        var edit = RestaurantEdit()
        edit.zones = .value(zones)
        return try ChangeRestaurant(restaurantId: restaurantId, edit).handle(in: tx)
    }
}
