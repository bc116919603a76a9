import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// An owner changes a restaurant. What is not sent stays.
package struct ChangeRestaurant: Command {
    package static let type: MessageType = "catalog.change-restaurant.v1"
    let restaurantId: RestaurantID
    let edit: RestaurantEdit
    package init(restaurantId: RestaurantID, _ edit: RestaurantEdit) { (self.restaurantId, self.edit) = (restaurantId, edit) }

    private enum Key: String, CodingKey { case restaurantId }
    package init(from decoder: any Decoder) throws {
        restaurantId = try decoder.container(keyedBy: Key.self).decode(RestaurantID.self, forKey: .restaurantId)
        edit = try RestaurantEdit(from: decoder)
    }
    package func encode(to encoder: any Encoder) throws {
        try edit.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(restaurantId, forKey: .restaurantId)
    }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        let fields = try RestaurantFields(edit, tx.definition, isNew: false) { tx.context.newID() }
        let old = try tx.restaurants.require(restaurantId, managedBy: RestaurantViewer(tx))
        try fields.checkRows(tx, old.id)
        var restaurant = old
        fields.apply(to: &restaurant)
        if restaurant != old { try RestaurantChange(tx).save(restaurant, from: old, .edited) }
        if let zones = fields.zones { try tx.restaurants.replaceZones(of: restaurant, by: zones) }
        return try RestaurantPresenter(tx).body(of: old.id)
    }
}
