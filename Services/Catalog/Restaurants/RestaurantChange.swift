import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Saves a changed restaurant, publishes that, and sets the timer of its next opening or closing.
struct RestaurantChange {
    private let tx: CatalogTransaction
    init(_ tx: CatalogTransaction) { self.tx = tx }

    func insert(_ restaurant: Restaurant, _ zones: DeliveryZones, imported: Bool = false) throws {
        try tx.restaurants.insert(restaurant, at: tx.now)
        try tx.restaurants.replaceZones(of: restaurant, by: zones)
        try setTimer(restaurant)
        try tx.publish(event(restaurant, .created, imported: imported ? true : nil))
    }

    /// - Parameter old: as it is in the rows.
    func save(_ restaurant: Restaurant, from old: Restaurant, _ change: RestaurantChanged.Change, reason: String? = nil) throws {
        try tx.restaurants.update(restaurant, from: old, at: tx.now)
        try setTimer(restaurant)
        try tx.publish(event(restaurant, change, reason: reason))
        try publishLive(restaurant, from: old)
    }

    /// Those who look at it see whether it is open.
    func publishLive(_ restaurant: Restaurant, from old: Restaurant?) throws {
        let opening = restaurant.opening(at: tx.now)
        if let old, old.opening(at: tx.now) == opening, old.availability == restaurant.availability { return }
        try tx.publish(RestaurantLive(restaurantId: restaurant.id, open: opening.open, mode: opening.mode.rawValue,
                                      menuVersion: restaurant.menuVersion))
    }

    func setTimer(_ restaurant: Restaurant) throws {
        let id = "restaurant/\(restaurant.id)/opening"
        if let due = restaurant.changesAt(after: tx.now) {
            try tx.schedule(id, at: due, RefreshOpening(restaurantId: restaurant.id))
        } else {
            tx.cancelTimer(id)
        }
    }

    private func event(_ restaurant: Restaurant, _ change: RestaurantChanged.Change, reason: String? = nil, imported: Bool? = nil)
        -> RestaurantChanged {
        let mode = restaurant.mode(at: tx.now)
        return RestaurantChanged(
            restaurantId: restaurant.id, change: change, ownerId: restaurant.ownerId, slug: restaurant.slug, names: restaurant.names,
            status: restaurant.status.rawValue, mode: mode.rawValue, extraMinutes: restaurant.extraMinutes(at: tx.now),
            until: mode == .normal ? nil : restaurant.availability.until, prepMinutes: restaurant.prepMinutes,
            commissionBasisPoints: restaurant.commissionBasisPoints, phone: restaurant.phone,
            location: GeoPoint(lat: restaurant.location.latitude, lng: restaurant.location.longitude),
            addressLine: restaurant.addressLine, rating: restaurant.rating, ratingCount: restaurant.ratingCount, reason: reason,
            imported: imported)
    }
}
