import CatalogKit
import CatalogRestaurants
import Contracts
import Kernel
import ServiceKit

// What handlers about menus work with, over the rows of a message or a question.

extension CatalogTransaction {
    package var menuCategories: MenuCategoryStore { MenuCategoryStore(database: database, tenant: tenant) }
    package var menuItems: MenuItemStore { MenuItemStore(database: database, tenant: tenant) }
    package func portions(of restaurant: RestaurantID) throws -> PortionStock { try PortionStock(of: restaurant, in: claims) }
    /// The caller's language, then those of the app.
    package var languages: [String] { [language] + definition.languages.filter { $0 != language } }
}

extension CatalogView {
    package var menuCategories: MenuCategoryStore { MenuCategoryStore(database: database, tenant: tenant) }
    package var menuItems: MenuItemStore { MenuItemStore(database: database, tenant: tenant) }
    package func portions(of restaurant: RestaurantID) throws -> PortionStock { try PortionStock(of: restaurant, in: claims) }
}
