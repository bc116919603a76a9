import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The next thing that happens to an order by itself is due.
package struct FuelTimerDue: Command {
    package static let type: MessageType = "orders.fuel-timer-due.v1"
    package let orderId: OrderID
    package init(orderId: OrderID) { self.orderId = orderId }

    /// The id of an order's one timer, which is set for the wait that ends first.
    package static func timer(_ order: OrderID) -> String { "fuel:\(order)" }

    package func handle(in tx: OrdersTransaction) throws -> NoContent {
        _ = try FuelSale.load(orderId, in: tx)
        return NoContent()
    }
}
