import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Accountants set what the app keeps of a restaurant's sales. It counts for new orders.
package struct SetCommission: Command {
    package static let type: MessageType = "catalog.set-commission.v1"
    let restaurantId: RestaurantID
    let basisPoints: Int
    package init(restaurantId: RestaurantID, basisPoints: Int) { (self.restaurantId, self.basisPoints) = (restaurantId, basisPoints) }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        var check = Validation()
        check.number("basisPoints", basisPoints, 0...5000)
        try check.check()
        let old = try tx.restaurants.require(restaurantId)
        var restaurant = old
        restaurant.commissionBasisPoints = basisPoints
        if restaurant != old { try RestaurantChange(tx).save(restaurant, from: old, .commission) }
        return try RestaurantPresenter(tx).body(of: old.id, showsCommission: true)
    }
}
