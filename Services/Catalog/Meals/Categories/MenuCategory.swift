import Contracts

/// A part of a menu: starters, drinks.
package struct MenuCategory: Sendable, Equatable {
    package let id: MenuCategoryID
    package let restaurantID: RestaurantID
    /// By language; the tenant's first one is always there.
    package var names: [String: String]
    package var position: Int
    package init(id: MenuCategoryID, restaurantID: RestaurantID, names: [String: String], position: Int) {
        (self.id, self.restaurantID, self.names, self.position) = (id, restaurantID, names, position)
    }
}
