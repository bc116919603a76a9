import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The kitchen needs another time, from now on.
package struct ChangePrepTime: Command {
    package static let type: MessageType = "orders.change-prep-time.v1"
    package let orderId: OrderID
    package let prepMinutes: Int?
    package init(orderId: OrderID, prepMinutes: Int?) { (self.orderId, self.prepMinutes) = (orderId, prepMinutes) }
    static let minutes = 1...120

    package func handle(in tx: OrdersTransaction) throws -> JSONValue {
        var check = Validation()
        let minutes = check.number("prepMinutes", prepMinutes, Self.minutes)
        try check.check()
        let (_, viewer) = try tx.kitchenOrder(orderId)
        return try tx.foodAnswer(.prepTime(minutes: minutes ?? Self.minutes.lowerBound), to: orderId, viewer)
    }
}
