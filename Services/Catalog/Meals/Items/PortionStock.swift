import CatalogKit
import CatalogRestaurants
import Contracts
import Kernel

/// How many portions of an item are free. Held and sold ones are outside of what people see and set.
package struct PortionStock {
    private let claims: ClaimStore
    private let listing: ListingReference
    private let known: [String: Stock]

    package init(of restaurant: RestaurantID, in claims: ClaimStore) throws {
        self.claims = claims
        listing = .restaurant(restaurant)
        known = try claims.stock(of: listing)
    }

    /// Nil: the item's portions are not counted.
    package func free(_ item: MenuItem) -> Int? { item.countsStock ? max(0, known[item.id.rawValue]?.available ?? 0) : nil }
    package func stock(_ subject: String) -> Stock? { known[subject] }

    /// From now on so many portions are free.
    package func set(_ free: Int, of item: MenuItem) throws {
        let taken = known[item.id.rawValue]?.taken ?? 0
        try claims.save(resource(item, stock: Stock(quantity: taken + free)), of: listing)
    }

    /// The item's portions as what is claimed.
    package func resource(_ item: MenuItem, stock: Stock? = nil) -> Resource {
        Resource(subject: item.id.rawValue, name: item.id.rawValue, unit: MenuItem.unit, unitPrice: 0,
                 stock: stock ?? known[item.id.rawValue] ?? Stock(quantity: 0))
    }
}

extension ListingReference {
    package static func restaurant(_ id: RestaurantID) -> ListingReference {
        ListingReference(kind: RestaurantPlugin.name, id: id.rawValue)
    }
}
