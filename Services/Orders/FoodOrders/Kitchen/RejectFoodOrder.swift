import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The restaurant does not want a pending order; what was paid goes back in full.
package struct RejectFoodOrder: Command {
    package static let type: MessageType = "orders.reject-food-order.v1"
    package let orderId: OrderID
    package let reason: String?
    package let note: String?
    package init(orderId: OrderID, reason: String?, note: String? = nil) {
        (self.orderId, self.reason, self.note) = (orderId, reason, note)
    }

    package func handle(in tx: OrdersTransaction) throws -> JSONValue {
        let words = try FoodCancelWords.read(reason, note, as: .owner)
        let (order, viewer) = try tx.kitchenOrder(orderId)
        return try tx.foodAnswer(.reject(by: viewer.kitchenActor(order), words.reason, note: words.note), to: orderId, viewer)
    }
}
