import CatalogKit
import CatalogRestaurants
import Contracts
import Kernel
import ServiceKit

/// An owner renames or moves a part of a menu.
package struct ChangeMenuCategory: Command {
    package static let type: MessageType = "catalog.change-menu-category.v1"
    let categoryId: MenuCategoryID
    let names: PatchField<JSONValue>
    let position: PatchField<Int>

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        try tx.require(permission: RestaurantPermission.manage)
        var fields = MenuFields(tx.definition)
        let newNames = names.isPresent ? fields.texts("names", names.over(nil), MenuLimits.name) : nil
        if let position = position.over(nil) { fields.check.number("position", position, MenuLimits.positions) }
        try fields.check.check()
        var (category, change) = try MenuChange.category(categoryId, in: tx)
        category.names = newNames ?? category.names
        switch position {
        case .absent: break
        case .null:
            let others = try tx.menuCategories.of(category.restaurantID).filter { $0.id != categoryId }
            category.position = MenuLimits.position(after: others)
        case .value(let position): category.position = position
        }
        try tx.menuCategories.save(category)
        try change.publish()
        return change.answer(category)
    }
}
