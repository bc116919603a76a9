import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The asker's own orders, newest first.
package struct OrdersOfBuyer: Query {
    package static let type: MessageType = "orders.orders-of-buyer.v1"
    package let status: String?
    package let page: Int?
    package let perPage: Int?

    package func answer(in view: OrdersView) throws -> Page<OrderAnswer> {
        let user = try view.user()
        let request = try PageRequest(page: page, perPage: perPage)
        let shown = try status.map { text in
            guard let shown = OrderStatus.Shown(rawValue: text), shown != .refused else {
                throw Rejection.invalid(["status": ["is not a status of an order"]])
            }
            return shown
        }
        let (orders, total) = try view.orders.page(of: user.userID, shown: shown, limit: request.perPage, offset: request.offset)
        var maker = view.answerMaker()
        let answers = try orders.map { order in
            OrderAnswer(order: order, tickets: try view.tickets.shown(of: order).map { try maker.answer($0) },
                        refunds: try view.refunds.of(order: order.id).map { RefundAnswer(refund: $0) })
        }
        return Page(answers, request, total: total)
    }
}
