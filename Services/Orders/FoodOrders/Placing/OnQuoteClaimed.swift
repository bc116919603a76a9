import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The catalog holds what an order needs: the order exists from now on, and its customer's request is answered.
package struct OnQuoteClaimed: Reaction {
    package init() {}
    package func handle(_ event: QuoteClaimed, in tx: OrdersTransaction) throws {
        guard let request = try tx.foodRequests.find(event.orderId), request.claim == event.claimId else {
            // The same answer again is a repetition; one after the wait gives back what it holds.
            guard try tx.foodOrders.find(event.orderId) == nil else { return }
            return try tx.send(ReleaseQuote(claimId: event.claimId, orderId: event.orderId))
        }
        guard tx.now < request.overdueAt(tx.foodSettings) else { return try FoodClaimOverdue.abandon(request, in: tx) }
        try tx.foodRequests.delete(request.id)
        tx.cancelTimer(FoodClaimOverdue.timer(request.id))
        var order = FoodOrder(request, claimed: event, number: try tx.foodOrders.nextNumber(), at: tx.now)
        let effects = FoodSale.begin(&order)
        try tx.foodOrders.insert(order)
        try FoodSale.setTimer(of: order, in: tx)
        try FoodSale.perform(effects, of: order, in: tx)
        try tx.publish(FoodOrderListed(update: FoodSale.update(of: order, for: [order.customer])))
        let viewer = FoodViewer(user: order.customer, roles: request.roles, tx.definition.roles)
        try tx.answer(request.request, with: Created(try tx.foodPresenter(language: request.language).answer(order, for: viewer),
                                                     at: "/orders/\(order.id)"))
    }
}

extension FoodSale {
    /// The first step of an order: in cash the restaurant sees it at once, else when it is paid.
    static func begin(_ order: inout FoodOrder) -> [FoodEffect] {
        switch order.payment.method {
        case .cash:
            let released = release(&order, order.createdAt)
            order.toldDeliveryAt = FoodEstimates.deliveryAt(of: order)
            return [.announce(.placed)] + released
        case .card: return [.announce(.placed), .createIntent]
        }
    }
}
