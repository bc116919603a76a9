import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The refunds of one order, newest first, for those who may request one.
package struct RefundsOfOrder: Query {
    package static let type: MessageType = "orders.refunds-of-order.v1"
    package let orderId: OrderID
    package let page: Int?
    package let perPage: Int?

    package func answer(in view: OrdersView) throws -> Page<RefundAnswer> {
        let user = try view.user()
        let request = try PageRequest(page: page, perPage: perPage)
        let permissions = view.definition.permissions(of: user.roles)
        guard let order = try view.orders.find(orderId),
            RefundRules.requester(user.userID, roles: user.roles, permissions: permissions, of: order) != nil
        else { throw Rejection.notFound }
        // An order has at most as many refunds as tickets: all are read, a page is shown.
        let refunds = try view.refunds.of(order: orderId).reversed()
        return Page(refunds.dropFirst(request.offset).prefix(request.perPage).map { RefundAnswer(refund: $0) }, request,
                    total: refunds.count)
    }
}
