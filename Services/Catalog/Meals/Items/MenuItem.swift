import Contracts
import Kernel

/// Something a restaurant sells: its price, what can be chosen with it, and whether it is to be had.
package struct MenuItem: Sendable, Equatable {
    package let id: MenuItemID
    package let restaurantID: RestaurantID
    /// Nil only for archived items.
    package var categoryID: MenuCategoryID?
    /// By language; the tenant's first one is always there.
    package var names: [String: String]
    package var descriptions: [String: String]
    /// Minor units of the tenant's currency, without options.
    package var price: Int
    /// The id of an upload.
    package var imageID: String?
    package var tags: [String]
    package var optionGroups: [OptionGroup]
    /// Whether its portions are counted; how many there are is a `Resource` of the claims.
    package var countsStock: Bool
    package var isSwitchedOn: Bool
    /// When an item that is switched off comes back by itself; nil: when somebody switches it on.
    package var availableAgainAt: Timestamp?
    package let position: Int
    package var isArchived: Bool

    package init(id: MenuItemID, restaurantID: RestaurantID, categoryID: MenuCategoryID?, names: [String: String],
                 descriptions: [String: String] = [:], price: Int, imageID: String? = nil, tags: [String] = [],
                 optionGroups: [OptionGroup] = [], countsStock: Bool = false, isSwitchedOn: Bool = true,
                 availableAgainAt: Timestamp? = nil, position: Int = 0, isArchived: Bool = false) {
        (self.id, self.restaurantID, self.categoryID, self.names) = (id, restaurantID, categoryID, names)
        (self.descriptions, self.price, self.imageID, self.tags) = (descriptions, price, imageID, tags)
        (self.optionGroups, self.countsStock, self.isSwitchedOn) = (optionGroups, countsStock, isSwitchedOn)
        (self.availableAgainAt, self.position, self.isArchived) = (availableAgainAt, position, isArchived)
    }

    /// By the clock, whether or not the timer that switches it on has fired.
    package func isAvailable(at now: Timestamp) -> Bool {
        !isArchived && (isSwitchedOn || availableAgainAt.map { now >= $0 } ?? false)
    }

    /// What its portions are counted in.
    package static let unit = "portion"
}

/// What can be chosen with an item, so many of them: a size, extras.
package struct OptionGroup: Codable, Sendable, Equatable {
    package let id: String
    package let names: [String: String]
    package let min: Int
    package let max: Int
    package let options: [MenuOption]
    package init(id: String, names: [String: String], min: Int, max: Int, options: [MenuOption]) {
        (self.id, self.names, self.min, self.max, self.options) = (id, names, min, max, options)
    }
}

/// One choice of a group, and what it adds to the price in minor units.
package struct MenuOption: Codable, Sendable, Equatable {
    package let id: String
    package let names: [String: String]
    package let priceDelta: Int
    package let isAvailable: Bool
    package init(id: String, names: [String: String], priceDelta: Int, isAvailable: Bool = true) {
        (self.id, self.names, self.priceDelta, self.isAvailable) = (id, names, priceDelta, isAvailable)
    }
}
