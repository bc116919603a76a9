import CatalogKit
import CatalogRestaurants
import Contracts
import Kernel
import ServiceKit

/// An owner adds something to a menu.
package struct AddMenuItem: Command {
    package static let type: MessageType = "catalog.add-menu-item.v1"
    let restaurantId: RestaurantID
    let edit: MenuItemEdit
    private enum Key: String, CodingKey { case restaurantId }
    package init(from decoder: any Decoder) throws {
        restaurantId = try decoder.container(keyedBy: Key.self).decode(RestaurantID.self, forKey: .restaurantId)
        edit = try MenuItemEdit(from: decoder)
    }
    package func encode(to encoder: any Encoder) throws {
        try edit.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(restaurantId, forKey: .restaurantId)
    }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        try tx.require(permission: RestaurantPermission.manage)
        var item = MenuItem(id: tx.newID(), restaurantID: restaurantId, categoryID: nil, names: [:], price: 0,
                            position: try tx.menuItems.nextPosition(in: restaurantId))
        var editor = MenuItemEditor(tx.definition)
        try editor.apply(edit, to: &item, isNew: true) { tx.context.newID() }
        let change = try MenuChange(of: restaurantId, in: tx)
        try edit.checkRows(of: &item, in: tx)
        guard try tx.menuItems.liveCount(of: restaurantId) < MenuLimits.liveItems else {
            throw Rejection.conflict("limit-reached", "A menu has at most \(MenuLimits.liveItems) items.")
        }
        return try change.answer(try change.save(item, edit), status: 201)
    }
}

extension MenuItemEdit {
    /// What only rows can tell: the category belongs to the restaurant, the image was uploaded. Throws 422.
    func checkRows(of item: inout MenuItem, in tx: CatalogTransaction) throws {
        var check = Validation()
        if let id = categoryId.over(nil) {
            let category = try tx.menuCategories.find(MenuCategoryID(id))
            check.require(category?.restaurantID == item.restaurantID, "categoryId", "is not known")
            item.categoryID = category?.id
        }
        if let id = imageId.over(nil) { check.require(try tx.uploads.use(id), "imageId", "is not known") }
        try check.check()
    }
}

extension MenuChange {
    /// Writes an item with the stock that came with it. Answers it as it is now.
    func save(_ item: MenuItem, _ edit: MenuItemEdit) throws -> MenuItem {
        var item = item
        if edit.stock.isPresent { item.countsStock = edit.stock.over(nil) != nil }
        try save(item)
        if let free = edit.stock.over(nil) { try tx.portions(of: restaurant.id).set(free, of: item) }
        try publish()
        return item
    }
}
