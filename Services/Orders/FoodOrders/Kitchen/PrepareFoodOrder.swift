import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The kitchen begins.
package struct PrepareFoodOrder: Command {
    package static let type: MessageType = "orders.prepare-food-order.v1"
    package let orderId: OrderID
    package init(orderId: OrderID) { self.orderId = orderId }

    package func handle(in tx: OrdersTransaction) throws -> JSONValue {
        let (order, viewer) = try tx.kitchenOrder(orderId)
        return try tx.foodAnswer(.prepare(by: viewer.kitchenActor(order)), to: orderId, viewer)
    }
}
