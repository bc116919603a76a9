import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The customer says how it was, or says it anew.
package struct RateFoodOrder: Command {
    package static let type: MessageType = "orders.rate-food-order.v1"
    package let orderId: OrderID
    package let restaurantStars: Int?
    package let courierStars: Int?
    package let comment: String?
    package init(orderId: OrderID, restaurantStars: Int?, courierStars: Int? = nil, comment: String? = nil) {
        (self.orderId, self.restaurantStars, self.courierStars, self.comment) = (orderId, restaurantStars, courierStars, comment)
    }
    static let stars = 1...5

    package func handle(in tx: OrdersTransaction) throws -> Answer<JSONValue> {
        var check = Validation()
        let stars = check.number("restaurantStars", restaurantStars, Self.stars)
        check.number("courierStars", courierStars, Self.stars, required: false)
        let words = check.text("comment", comment, 0...500, required: false, multiline: true)
        try check.check()
        let viewer = try tx.foodViewer(), before = try tx.settledFoodOrder(orderId)
        guard before.customer == viewer.user else { throw Rejection.notFound }
        let fact = FoodFact.rated(restaurantStars: stars ?? Self.stars.upperBound, courierStars: courierStars,
                                  comment: words?.isEmpty == true ? nil : words)
        let answer = try tx.foodAnswer(fact, to: orderId, viewer)
        return before.rating == nil ? Answer(answer, status: 201, location: "/orders/\(orderId)") : Answer(answer)
    }
}
