import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Orders in a row that a restaurant did not accept in time. Too many of them pause it.
struct NotAcceptedCount {
    static let reason = "not_accepted"
    private let tx: CatalogTransaction
    init(_ tx: CatalogTransaction) { self.tx = tx }

    func reset(_ id: RestaurantID) throws {
        guard let old = try tx.restaurants.find(id), old.notAccepted > 0 else { return }
        var restaurant = old
        restaurant.notAccepted = 0
        try tx.restaurants.update(restaurant, from: old, at: tx.now)
    }

    /// - Parameter at: when the order ended; the pause begins then, however late the news of it came.
    func add(_ id: RestaurantID, at: Timestamp) throws {
        guard let old = try tx.restaurants.find(id) else { return }
        let settings = try RestaurantSettings.of(tx.definition)
        var restaurant = old
        restaurant.notAccepted += 1
        guard restaurant.notAccepted >= settings.pauseAfterNotAccepted else {
            return try tx.restaurants.update(restaurant, from: old, at: tx.now)
        }
        restaurant.notAccepted = 0
        let until = at + .minutes(settings.pauseMinutes)
        guard old.status == .active, old.mode(at: at) != .paused, until > tx.now else {
            return try tx.restaurants.update(restaurant, from: old, at: tx.now)
        }
        restaurant.availability = Availability(.paused, until: until)
        try RestaurantChange(tx).save(restaurant, from: old, .paused)
    }
}
