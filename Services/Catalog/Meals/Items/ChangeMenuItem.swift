import CatalogKit
import CatalogRestaurants
import Contracts
import Kernel
import ServiceKit

/// An owner changes something on a menu. Quotes keep the prices they were made with.
package struct ChangeMenuItem: Command {
    package static let type: MessageType = "catalog.change-menu-item.v1"
    let itemId: MenuItemID
    let edit: MenuItemEdit
    private enum Key: String, CodingKey { case itemId }
    package init(from decoder: any Decoder) throws {
        itemId = try decoder.container(keyedBy: Key.self).decode(MenuItemID.self, forKey: .itemId)
        edit = try MenuItemEdit(from: decoder)
    }
    package func encode(to encoder: any Encoder) throws {
        try edit.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(itemId, forKey: .itemId)
    }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        try tx.require(permission: RestaurantPermission.manage)
        let known = try tx.menuItems.find(itemId)
        var item = known ?? MenuItem(id: itemId, restaurantID: "", categoryID: nil, names: [:], price: 0)
        // The form is judged before it is told whether there is such an item.
        var editor = MenuItemEditor(tx.definition)
        try editor.apply(edit, to: &item, isNew: false) { tx.context.newID() }
        let (_, change) = try MenuChange.item(itemId, in: tx)
        try edit.checkRows(of: &item, in: tx)
        return try change.answer(try change.save(item, edit))
    }
}
