import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Staff stop a restaurant from selling. Orders that were placed go on.
package struct SuspendRestaurant: Command {
    package static let type: MessageType = "catalog.suspend-restaurant.v1"
    let restaurantId: RestaurantID
    let reason: String?
    package init(restaurantId: RestaurantID, reason: String) { (self.restaurantId, self.reason) = (restaurantId, reason) }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        var check = Validation()
        let reason = check.text("reason", reason, 1...300)
        try check.check()
        let old = try tx.restaurants.require(restaurantId)
        switch old.status {
        case .active: try RestaurantSuspension(tx).suspend(old, reason: reason)
        case .suspended: break  // It was suspended before.
        case .draft: throw Rejection.restaurantNotActive(old)
        }
        return try RestaurantPresenter(tx).body(of: old.id)
    }
}

/// Takes restaurants out of sight, by staff or with their owner.
struct RestaurantSuspension {
    private let tx: CatalogTransaction
    init(_ tx: CatalogTransaction) { self.tx = tx }

    func suspend(_ old: Restaurant, reason: String?) throws {
        var restaurant = old
        restaurant.status = .suspended
        try RestaurantChange(tx).save(restaurant, from: old, .suspended, reason: reason)
    }
    /// Somebody owns restaurants no longer.
    func suspendAll(of owner: User.ID) throws {
        for restaurant in try tx.restaurants.active(ofOwner: owner) { try suspend(restaurant, reason: nil) }
    }
}
