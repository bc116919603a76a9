import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// What was written about an order, oldest first.
package struct FoodMessagesOfOrder: Query {
    package static let type: MessageType = "orders.food-messages-of-order.v1"
    package let orderId: OrderID
    package let page: Int?
    package let perPage: Int?

    package func answer(in view: OrdersView) throws -> Page<JSONValue> {
        let request = try PageRequest(page: page, perPage: perPage)
        let order = try view.foodOrders.require(orderId)
        guard try view.foodViewer().speaks(in: order) != nil else { throw Rejection.notFound }
        let (messages, total) = try view.foodMessages.page(of: orderId, limit: request.perPage, offset: request.offset)
        let names = FoodMessageNames(people: view.people, languages: view.foodPresenter().languages)
        return Page(try messages.map { try names.answer($0, in: order) }, request, total: total)
    }
}
