import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// One order, for those who take part in it and for the staff.
package struct FoodOrderDetails: Query {
    package static let type: MessageType = "orders.food-order-details.v1"
    package let orderId: OrderID

    package func answer(in view: OrdersView) throws -> Answer<JSONValue> {
        let viewer = try view.foodViewer()
        let order = try view.foodOrders.require(orderId)
        // The customer reads the delivery code here, so the answer is sealed to the gateway that asked.
        return Answer(try view.foodPresenter().answer(order, for: viewer, withCode: true),
                      secret: order.customer == viewer.user)
    }
}
