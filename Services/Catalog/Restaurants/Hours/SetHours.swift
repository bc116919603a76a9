import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// An owner sets all hours of a restaurant, and the dates that are different.
package struct SetHours: Command {
    package static let type: MessageType = "catalog.set-hours.v1"
    let restaurantId: RestaurantID
    let hours: JSONValue
    let exceptions: JSONValue?
    package init(restaurantId: RestaurantID, hours: JSONValue, exceptions: JSONValue? = nil) {
        (self.restaurantId, self.hours, self.exceptions) = (restaurantId, hours, exceptions)
    }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        var edit = RestaurantEdit()
        edit.hours = .value(hours)
        // Both are replaced: exceptions that are not sent are none.
        edit.exceptions = exceptions.map { .value($0) } ?? .null
        return try ChangeRestaurant(restaurantId: restaurantId, edit).handle(in: tx)
    }
}
