import CatalogKit
import CatalogRestaurants
import Contracts
import Kernel
import ServiceKit

/// The time until which something was switched off is over. Set by a timer.
struct SwitchMenuItemOn: Command {
    static let type: MessageType = "catalog.switch-menu-item-on.v1"
    let itemId: MenuItemID

    func handle(in tx: CatalogTransaction) throws -> NoContent {
        // Switched by somebody meanwhile, or archived.
        guard var item = try tx.menuItems.find(itemId), !item.isArchived, let again = item.availableAgainAt, tx.now >= again,
            let restaurant = try tx.restaurants.find(item.restaurantID) else { return NoContent() }
        (item.isSwitchedOn, item.availableAgainAt) = (true, nil)
        let change = MenuChange(restaurant, in: tx)
        try change.save(item)
        try change.publish()
        return NoContent()
    }
}
