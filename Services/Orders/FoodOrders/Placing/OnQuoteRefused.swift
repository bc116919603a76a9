import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The catalog refused: the order is removed, and the customer reads why.
package struct OnQuoteRefused: Reaction {
    package init() {}
    package func handle(_ event: QuoteRefused, in tx: OrdersTransaction) throws {
        guard let request = try tx.foodRequests.find(event.orderId), request.claim == event.claimId else { return }
        guard tx.now < request.overdueAt(tx.foodSettings) else { return try FoodClaimOverdue.abandon(request, in: tx) }
        try tx.foodRequests.delete(request.id)
        tx.cancelTimer(FoodClaimOverdue.timer(request.id))
        var refusal = Rejection(event.status, event.slug, event.detail)
        if let order = event.usedByOrderId { refusal.members["orderId"] = .string(order.rawValue) }
        if !event.problems.isEmpty { refusal.members["problems"] = .array(try event.problems.map { try JSONValue(encoding: $0) }) }
        tx.answer(request.request, with: refusal)
    }
}
