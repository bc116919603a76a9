import CatalogKit
import CatalogRestaurants
import Contracts
import Kernel
import ServiceKit

extension ImportMenu: Command {
    public typealias Answer = NoContent

    public func handle(in tx: CatalogTransaction) throws -> NoContent {
        guard let restaurant = try tx.restaurants.find(restaurantId) else { throw Rejection.notFound }
        let change = MenuChange(restaurant, in: tx)
        var isChanged = false
        for (position, category) in categories.enumerated() {
            if try tx.menuCategories.find(category.id) == nil {
                try tx.menuCategories.save(MenuCategory(id: category.id, restaurantID: restaurantId, names: category.names,
                                                        position: position))
                isChanged = true
            }
            for item in category.items where try tx.menuItems.find(item.id) == nil {
                try change.add(item, to: category.id)
                isChanged = true
            }
        }
        if isChanged { try change.publish() }
        return NoContent()
    }
}

extension MenuChange {
    fileprivate func add(_ item: ImportMenu.Item, to category: MenuCategoryID) throws {
        let groups = item.optionGroups.map { group in
            OptionGroup(id: group.id, names: group.names, min: group.min, max: group.max, options: group.options.map {
                MenuOption(id: $0.id, names: $0.names, priceDelta: $0.priceDelta, isAvailable: $0.available)
            })
        }
        let made = MenuItem(id: item.id, restaurantID: restaurant.id, categoryID: category, names: item.names,
                            descriptions: item.descriptions ?? [:], price: item.price, tags: item.tags, optionGroups: groups,
                            countsStock: item.stock != nil, isSwitchedOn: item.available,
                            position: try tx.menuItems.nextPosition(in: restaurant.id))
        try save(made)
        if let stock = item.stock { try tx.portions(of: restaurant.id).set(stock, of: made) }
    }
}
