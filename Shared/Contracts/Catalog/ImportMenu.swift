import Kernel

/// Seeding: the menu of a restaurant with fixed ids. A category or an item that is there already stays as it is.
public struct ImportMenu: Message, Equatable {
    public static let type: MessageType = "catalog.import-menu.v1"
    public struct Category: Codable, Sendable, Equatable {
        public let id: MenuCategoryID
        public let names: [String: String]
        /// In the order of the menu.
        public let items: [Item]
        public init(id: MenuCategoryID, names: [String: String], items: [Item]) { (self.id, self.names, self.items) = (id, names, items) }
    }
    public struct Item: Codable, Sendable, Equatable {
        public let id: MenuItemID
        public let names: [String: String]
        public let descriptions: [String: String]?
        /// Minor units of the tenant's currency.
        public let price: Int
        public let tags: [String]
        /// Nil: not counted.
        public let stock: Int?
        public let available: Bool
        public let optionGroups: [OptionGroup]
        public init(id: MenuItemID, names: [String: String], descriptions: [String: String]? = nil, price: Int, tags: [String] = [],
                    stock: Int? = nil, available: Bool = true, optionGroups: [OptionGroup] = []) {
            (self.id, self.names, self.descriptions, self.price) = (id, names, descriptions, price)
            (self.tags, self.stock, self.available, self.optionGroups) = (tags, stock, available, optionGroups)
        }
    }
    public struct OptionGroup: Codable, Sendable, Equatable {
        public let id: String
        public let names: [String: String]
        public let min: Int
        public let max: Int
        public let options: [Option]
        public init(id: String, names: [String: String], min: Int, max: Int, options: [Option]) {
            (self.id, self.names, self.min, self.max, self.options) = (id, names, min, max, options)
        }
    }
    public struct Option: Codable, Sendable, Equatable {
        public let id: String
        public let names: [String: String]
        /// Minor units of the tenant's currency.
        public let priceDelta: Int
        public let available: Bool
        public init(id: String, names: [String: String], priceDelta: Int, available: Bool = true) {
            (self.id, self.names, self.priceDelta, self.available) = (id, names, priceDelta, available)
        }
    }
    public let restaurantId: RestaurantID
    public let categories: [Category]
    public init(restaurantId: RestaurantID, categories: [Category]) { (self.restaurantId, self.categories) = (restaurantId, categories) }
}
