import CatalogKit
import CatalogRestaurants
import Contracts
import Kernel
import ServiceKit

/// Changes a restaurant's menu: checks who does it, and lets everybody know afterwards.
package struct MenuChange {
    let restaurant: Restaurant
    let tx: CatalogTransaction

    package init(_ restaurant: Restaurant, in tx: CatalogTransaction) { (self.restaurant, self.tx) = (restaurant, tx) }

    /// For its owner, and for those who act as owner of any. Throws 403, 404.
    init(of id: RestaurantID, in tx: CatalogTransaction) throws {
        self.init(try tx.restaurants.require(id, managedBy: RestaurantViewer(tx)), in: tx)
    }

    /// An item of the menu and the change it belongs to. Throws 403, 404, for archived items too.
    static func item(_ id: MenuItemID, in tx: CatalogTransaction) throws -> (MenuItem, MenuChange) {
        try tx.require(permission: RestaurantPermission.manage)
        guard let item = try tx.menuItems.find(id), !item.isArchived else { throw Rejection.notFound }
        return (item, try MenuChange(of: item.restaurantID, in: tx))
    }
    static func category(_ id: MenuCategoryID, in tx: CatalogTransaction) throws -> (MenuCategory, MenuChange) {
        try tx.require(permission: RestaurantPermission.manage)
        guard let category = try tx.menuCategories.find(id) else { throw Rejection.notFound }
        return (category, try MenuChange(of: category.restaurantID, in: tx))
    }

    static func timer(_ id: MenuItemID) -> String { "menu-item:\(id)" }

    /// Writes an item with its words in the search, and the timer that switches it on again.
    func save(_ item: MenuItem) throws {
        try tx.menuItems.save(item)
        try tx.restaurants.index(texts: item.isArchived ? [] : item.names.values.sorted(), source: item.id.rawValue, of: restaurant.id)
        if let again = item.availableAgainAt, !item.isArchived {
            try tx.schedule(Self.timer(item.id), at: again, SwitchMenuItemOn(itemId: item.id))
        } else {
            tx.cancelTimer(Self.timer(item.id))
        }
    }

    /// The menu reads differently from now on.
    package func publish() throws {
        _ = try tx.menuItems.noteSoldOut(in: restaurant.id)
        let version = try tx.restaurants.raiseMenuVersion(of: restaurant.id)
        let opening = restaurant.opening(at: tx.now)
        try tx.publish(MenuChanged(restaurantId: restaurant.id, version: version, open: opening.open, mode: opening.mode.rawValue))
    }

    /// Portions were claimed or came back: the menu changes if something is sold out now, or is not any more.
    package static func stockMoved(of restaurant: RestaurantID, in tx: CatalogTransaction) throws {
        guard try tx.menuItems.noteSoldOut(in: restaurant), let found = try tx.restaurants.find(restaurant) else { return }
        try MenuChange(found, in: tx).publish()
    }

    func answer(_ item: MenuItem, status: Int = 200) throws -> JSONBody {
        let presenter = MenuPresenter(try tx.portions(of: restaurant.id), definition: tx.definition, languages: tx.languages, now: tx.now,
                                      showsStock: true)
        return JSONBody(status: status, location: status == 201 ? "/menu-items/\(item.id)" : nil) { (writer: inout JSONWriter) in
            presenter.item(item, to: &writer)
        }
    }
    func answer(_ category: MenuCategory, status: Int = 200) -> JSONBody {
        let languages = tx.languages
        return JSONBody(status: status, location: status == 201 ? "/categories/\(category.id)" : nil) { (writer: inout JSONWriter) in
            MenuPresenter.category(category, languages: languages, to: &writer)
        }
    }
}
