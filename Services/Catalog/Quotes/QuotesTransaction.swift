import CatalogKit
import CatalogMeals
import CatalogRestaurants
import Contracts
import Kernel
import ServiceKit

// What handlers about quotes work with, over the rows of a message or a question.

extension CatalogScope {
    package var quotes: QuoteStore { QuoteStore(database: database, tenant: tenant) }
}

extension CatalogTransaction {
    func quoteTerms() throws -> QuoteTerms { try definition.shared(QuoteTerms.self, in: "catalog") }

    /// The check of a cart with the rows of now. Holds that are over do not count.
    func cartCheck(_ cart: Cart, at restaurant: Restaurant) throws -> CartCheck {
        try Claims(self).expireOverdue(in: restaurant.id.rawValue, of: MealClaims.self)
        let portions = try portions(of: restaurant.id)
        var items: [MenuItemID: MenuItem] = [:]
        var free: [MenuItemID: Int] = [:]
        for id in cart.lines.map(\.menuItemId) where items[id] == nil {
            guard let item = try menuItems.find(id), item.restaurantID == restaurant.id else { continue }
            items[id] = item
            free[id] = portions.free(item)
        }
        return CartCheck(restaurant: restaurant, items: items, free: free,
                         kitchenOrders: portions.stock(Kitchen.subject(of: restaurant.id))?.taken ?? 0, now: now)
    }

    /// Where a cart is delivered from: the best zone, and how far it is.
    func delivery(_ cart: Cart, from restaurant: Restaurant) throws -> (match: DeliveryZones.Match?, meters: Double) {
        let point = Coordinates(latitude: cart.location.lat, longitude: cart.location.lng)
        return (try restaurants.zones(of: restaurant.id).best(for: point, restaurantLocation: restaurant.location),
                restaurant.location.meters(to: point))
    }
}
