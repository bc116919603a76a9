import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// A buyer does not want to pay any more. Only an order that waits for its payment can be cancelled.
package struct CancelOrder: Command {
    package static let type: MessageType = "orders.cancel-order.v1"
    package let orderId: OrderID
    package init(orderId: OrderID) { self.orderId = orderId }

    package func handle(in tx: OrdersTransaction) throws -> OrderAnswer {
        let user = try tx.user()
        guard let order = try tx.orders.find(orderId), order.buyer == user.userID, order.status != .refused else {
            throw Rejection.notFound
        }
        try TicketSale.handle(.buyerCancels, of: orderId, in: tx)
        guard let cancelled = try tx.orders.find(orderId) else { throw Rejection.notFound }
        return try tx.orderAnswer(cancelled)
    }
}
