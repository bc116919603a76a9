import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The next thing that happens to an order by itself is due.
package struct FoodTimerDue: Command {
    package static let type: MessageType = "orders.food-timer-due.v1"
    package let orderId: OrderID
    package init(orderId: OrderID) { self.orderId = orderId }

    /// The id of an order's one timer, which is set for the wait that ends first.
    package static func timer(_ order: OrderID) -> String { "food:\(order)" }

    package func handle(in tx: OrdersTransaction) throws -> NoContent {
        _ = try FoodSale.load(orderId, in: tx)
        return NoContent()
    }
}
