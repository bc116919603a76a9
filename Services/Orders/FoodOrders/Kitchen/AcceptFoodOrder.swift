import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The restaurant takes an order; from then on its courier is searched for.
package struct AcceptFoodOrder: Command {
    package static let type: MessageType = "orders.accept-food-order.v1"
    package let orderId: OrderID
    /// How long it takes; nil: what the restaurant usually needs.
    package let prepMinutes: Int?
    package init(orderId: OrderID, prepMinutes: Int? = nil) { (self.orderId, self.prepMinutes) = (orderId, prepMinutes) }
    static let minutes = 5...120

    package func handle(in tx: OrdersTransaction) throws -> JSONValue {
        var check = Validation()
        check.number("prepMinutes", prepMinutes, Self.minutes, required: false)
        try check.check()
        let (order, viewer) = try tx.kitchenOrder(orderId)
        let known = try tx.foodRestaurants.find(order.restaurant.id)?.minutes(at: tx.now)
        let usual = known ?? order.restaurant.prepMinutes + order.restaurant.extraMinutes
        return try tx.foodAnswer(.accept(by: viewer.kitchenActor(order), minutes: prepMinutes ?? usual), to: orderId, viewer)
    }
}

extension OrdersTransaction {
    /// An order whose kitchen the caller runs. Throws 404 for any other, also while the restaurant does not see it yet.
    func kitchenOrder(_ id: OrderID) throws -> (order: FoodOrder, viewer: FoodViewer) {
        let viewer = try foodViewer(), order = try settledFoodOrder(id)
        guard viewer.runsKitchen(of: order) else { throw Rejection.notFound }
        return (order, viewer)
    }
}
