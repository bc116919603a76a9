import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The customer says how it was, or says it anew.
package struct RateFoodOrder: Command {
    package static let type: MessageType = "orders.rate-food-order.v1"
    package let orderId: OrderID
    package let restaurantStars: Int?
    /// Nil: left out, so it stays as it was. Null takes it away.
    package let courierStars: Int??
    package let comment: String??
    package init(orderId: OrderID, restaurantStars: Int?, courierStars: Int?? = nil, comment: String?? = nil) {
        (self.orderId, self.restaurantStars, self.courierStars, self.comment) = (orderId, restaurantStars, courierStars, comment)
    }
    static let stars = 1...5

    package func handle(in tx: OrdersTransaction) throws -> Answer<JSONValue> {
        var check = Validation()
        let stars = check.number("restaurantStars", restaurantStars, Self.stars)
        check.number("courierStars", courierStars ?? nil, Self.stars, required: false)
        let words = check.text("comment", comment ?? nil, 0...500, required: false, multiline: true)
        try check.check()
        let viewer = try tx.foodViewer(), before = try tx.settledFoodOrder(orderId)
        guard before.customer == viewer.user else { throw Rejection.notFound }
        let fact = FoodFact.rated(
            restaurantStars: stars ?? Self.stars.upperBound, courierStars: courierStars ?? before.rating?.courierStars,
            comment: comment == nil ? before.rating?.comment : words?.isEmpty == true ? nil : words)
        let answer = try tx.foodAnswer(fact, to: orderId, viewer)
        return before.rating == nil ? Answer(answer, status: 201, location: "/orders/\(orderId)") : Answer(answer)
    }
}

extension RateFoodOrder {
    private enum Field: String, CodingKey { case orderId, restaurantStars, courierStars, comment }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        orderId = try fields.decode(OrderID.self, forKey: .orderId)
        restaurantStars = try fields.decodeIfPresent(Int.self, forKey: .restaurantStars)
        courierStars = fields.contains(.courierStars) ? .some(try fields.decodeIfPresent(Int.self, forKey: .courierStars)) : nil
        comment = fields.contains(.comment) ? .some(try fields.decodeIfPresent(String.self, forKey: .comment)) : nil
    }
    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encode(orderId, forKey: .orderId)
        try fields.encodeIfPresent(restaurantStars, forKey: .restaurantStars)
        if let courierStars { try fields.encode(courierStars, forKey: .courierStars) }
        if let comment { try fields.encode(comment, forKey: .comment) }
    }
}
