import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The catalog has not answered in time: the customer hears it, and a claim that comes later is given back.
package struct FoodClaimOverdue: Command {
    package static let type: MessageType = "orders.food-claim-overdue.v1"
    package let orderId: OrderID
    package init(orderId: OrderID) { self.orderId = orderId }

    package static func timer(_ order: OrderID) -> String { "food-claim:\(order)" }

    package func handle(in tx: OrdersTransaction) throws -> NoContent {
        if let request = try tx.foodRequests.find(orderId) { try Self.abandon(request, in: tx) }
        return NoContent()
    }

    static func abandon(_ request: FoodOrderRequest, in tx: OrdersTransaction) throws {
        try tx.foodRequests.delete(request.id)
        tx.cancelTimer(timer(request.id))
        try tx.send(ReleaseQuote(claimId: request.claim, orderId: request.id))
        tx.answer(request.request, with: .catalogUnavailable)
    }
}
