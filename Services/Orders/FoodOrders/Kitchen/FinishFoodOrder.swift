import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The order waits for its courier; the kitchen has room for another.
package struct FinishFoodOrder: Command {
    package static let type: MessageType = "orders.finish-food-order.v1"
    package let orderId: OrderID
    package init(orderId: OrderID) { self.orderId = orderId }

    package func handle(in tx: OrdersTransaction) throws -> JSONValue {
        let (order, viewer) = try tx.kitchenOrder(orderId)
        return try tx.foodAnswer(.ready(by: viewer.kitchenActor(order)), to: orderId, viewer)
    }
}
