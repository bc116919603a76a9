import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// What the holder of a shared link sees.
package struct TrackFoodOrder: Query {
    package static let type: MessageType = "orders.track-food-order.v1"
    package let token: String
    /// Nil: as the caller reads.
    package let language: String?
    package init(token: String, language: String? = nil) { (self.token, self.language) = (token, language) }

    /// The link outlives the order by a day.
    static let life: Duration = .hours(24)

    package func answer(in view: OrdersView) throws -> JSONValue {
        guard let id = try view.foodShares.order(withHash: FoodSecrets.hash(token)) else { throw Rejection.notFound }
        let order = try view.foodOrders.require(id)
        if let end = order.endedAt, view.now >= end + Self.life { throw Rejection.trackingLinkExpired }
        return try view.foodPresenter(language: language).tracking(order)
    }
}
