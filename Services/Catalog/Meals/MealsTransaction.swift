import CatalogKit
import CatalogRestaurants
import Contracts
import Kernel
import ServiceKit

// What handlers about menus work with, over the rows of a message or a question.

extension CatalogScope {
    package var menuCategories: MenuCategoryStore { MenuCategoryStore(database: database, tenant: tenant) }
    package var menuItems: MenuItemStore { MenuItemStore(database: database, tenant: tenant) }
    package func portions(of restaurant: RestaurantID) throws -> PortionStock { try PortionStock(of: restaurant, in: claims) }
}
