import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// One order of the asker.
package struct OrderDetails: Query {
    package static let type: MessageType = "orders.order-details.v1"
    package let orderId: OrderID

    package func answer(in view: OrdersView) throws -> OrderAnswer {
        let user = try view.user()
        guard let order = try view.orders.find(orderId), order.buyer == user.userID, order.status != .refused else {
            throw Rejection.notFound
        }
        var maker = view.answerMaker()
        return OrderAnswer(order: order, tickets: try view.tickets.shown(of: order).map { try maker.answer($0) },
                           refunds: try view.refunds.of(order: orderId).map { RefundAnswer(refund: $0) })
    }
}
