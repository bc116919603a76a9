import CatalogKit
import CatalogRestaurants
import Contracts
import Kernel
import ServiceKit

/// An owner switches something on or off, until a time or for good, and says how many portions are free from now on.
package struct SwitchMenuItem: Command {
    package static let type: MessageType = "catalog.switch-menu-item.v1"
    let itemId: MenuItemID
    let available: Bool
    /// Only counts for what is switched off.
    let until: Timestamp?
    let stock: PatchField<Int>

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        try tx.require(permission: RestaurantPermission.manage)
        var check = Validation()
        if let until { check.require(until > tx.now, "until", "must be in the future") }
        if let stock = stock.over(nil) { check.number("stock", stock, MenuLimits.stock) }
        try check.check()
        var (item, change) = try MenuChange.item(itemId, in: tx)
        (item.isSwitchedOn, item.availableAgainAt) = (available, available ? nil : until)
        var edit = MenuItemEdit()
        edit.stock = stock
        return try change.answer(try change.save(item, edit))
    }
}
