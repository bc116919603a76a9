import CatalogKit
import CatalogRestaurants
import Contracts
import Kernel
import ServiceKit

/// An owner adds a part to a menu.
package struct AddMenuCategory: Command {
    package static let type: MessageType = "catalog.add-menu-category.v1"
    let restaurantId: RestaurantID
    let names: JSONValue?
    let position: Int?

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        try tx.require(permission: RestaurantPermission.manage)
        var fields = MenuFields(tx.definition)
        let names = fields.texts("names", names, MenuLimits.name)
        if let position { fields.check.number("position", position, MenuLimits.positions) }
        try fields.check.check()
        let change = try MenuChange(of: restaurantId, in: tx)
        let known = try tx.menuCategories.of(restaurantId)
        guard known.count < MenuLimits.categories else {
            throw Rejection.conflict("limit-reached", "A menu has at most \(MenuLimits.categories) categories.")
        }
        let category = MenuCategory(id: tx.newID(), restaurantID: restaurantId, names: names,
                                    position: position ?? MenuLimits.position(after: known))
        try tx.menuCategories.save(category)
        try change.publish()
        return change.answer(category, status: 201)
    }
}
