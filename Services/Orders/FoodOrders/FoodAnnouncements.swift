import Contracts
import Kernel
import OrdersKit
import ServiceKit

// What other services hear of an order. Alerts and reminders are sent from here only while they are true.
extension FoodSale {
    static func head(of order: FoodOrder) -> FoodOrderHead {
        FoodOrderHead(orderId: order.id, number: order.shownNumber, version: order.version, status: order.status.rawValue,
                      customerId: order.customer, restaurantId: order.restaurant.id, ownerId: order.restaurant.ownerId,
                      courierId: order.delivery?.courier, restaurantNames: order.restaurant.names)
    }

    static func announce(_ news: FoodNews, _ order: FoodOrder, in tx: OrdersTransaction) throws {
        let head = head(of: order), times = order.times, settings = tx.foodSettings
        let total = order.totals.total, now = tx.now.wholeSeconds
        // What is on its way never arrives before now.
        let arrival = FoodEstimates.deliveryAt(of: order).map { order.status.isFinal ? $0 : max($0, now) }
        let quantity = order.content.lines.reduce(0) { $0 + $1.quantity }
        let ready = times.readyAt ?? times.estimatedReadyAt ?? order.updatedAt
        switch news {
        case .placed: try tx.publish(placed(order, head))
        case .released:
            guard let at = times.releasedAt, let acceptBy = order.deadline(settings) else { return }
            try tx.publish(OrderReleased(order: head, acceptBy: acceptBy, quantity: quantity, total: total,
                                         method: order.payment.method.rawValue, releasedAt: at))
        case .acceptanceReminder:
            guard let acceptBy = order.deadline(settings) else { return }
            try tx.publish(AcceptanceReminderDue(order: head, acceptBy: acceptBy, quantity: quantity, total: total))
        case .accepted:
            try tx.publish(OrderAccepted(order: head, prepMinutes: times.prepMinutes ?? 0, estimatedReadyAt: ready,
                                         estimatedDeliveryAt: arrival, acceptedAt: times.acceptedAt ?? order.updatedAt))
        case .preparing: try tx.publish(OrderPreparing(order: head, estimatedReadyAt: ready, estimatedDeliveryAt: arrival))
        case .ready: try tx.publish(OrderReady(order: head, readyAt: ready, estimatedDeliveryAt: arrival))
        case .pickedUp:
            try tx.publish(OrderPickedUp(order: head, estimatedDeliveryAt: arrival, pickedUpAt: times.pickedUpAt ?? order.updatedAt))
        case .delivered:
            try tx.publish(OrderDelivered(order: head, deliveredAt: order.endedAt ?? order.updatedAt,
                                          method: order.payment.method.rawValue, settlement: FoodMoney.settlement(order, settings)))
        case .cancelled(let released, let accepted, let rejected):
            guard let end = order.cancellation else { return }
            try tx.publish(FoodOrderCancelled(
                order: head, reason: end.reason.rawValue, byRole: end.by.role, byId: end.by.id, fee: order.money(end.fee),
                refund: order.money(end.refund), released: released, accepted: accepted, rejected: rejected, cancelledAt: end.at))
        case .payment(let refunded):
            try tx.publish(OrderPaymentUpdated(
                order: head, paymentId: order.payment.id, paymentStatus: order.payment.status.rawValue,
                failureCode: order.payment.failureCode, retryUntil: order.payment.isOpen ? order.deadline(settings) : nil,
                refunded: refunded.map(order.money)))
        case .late: try tx.publish(OrderLate(order: head, estimatedReadyAt: ready))
        case .overdue: try tx.publish(OrderOverdue(order: head, pickedUpAt: times.pickedUpAt ?? order.updatedAt))
        case .prepTime:
            try tx.publish(PrepTimeChanged(order: head, prepMinutes: times.prepMinutes ?? 0, estimatedReadyAt: ready,
                                           estimatedDeliveryAt: arrival))
        case .estimate(let previous):
            guard let arrival else { return }
            try tx.publish(DeliveryEstimateChanged(order: head, previousDeliveryAt: previous, estimatedDeliveryAt: arrival))
        case .ratingReminder: try tx.publish(RatingReminderDue(order: head, deliveredAt: order.endedAt ?? order.updatedAt))
        case .rated: try announceRating(order, head, in: tx)
        }
    }

    private static func placed(_ order: FoodOrder, _ head: FoodOrderHead) -> FoodOrderPlaced {
        let totals = order.totals
        return FoodOrderPlaced(
            order: head,
            items: order.content.lines.map { line in
                FoodOrderLine(menuItemId: line.menuItemId.rawValue, name: FoodLanguages.text(line.names, ["ar", "en"]),
                              quantity: line.quantity, lineTotal: line.lineTotal)
            },
            totals: FoodOrderTotals(subtotal: totals.subtotal, deliveryFee: totals.deliveryFee, serviceFee: totals.serviceFee,
                                    tip: totals.tip, total: totals.total),
            method: order.payment.method.rawValue, placedAt: order.createdAt)
    }

    private static func announceRating(_ order: FoodOrder, _ head: FoodOrderHead, in tx: OrdersTransaction) throws {
        guard let rating = order.rating else { return }
        try tx.publish(OrderRated(
            order: head, restaurantStars: rating.restaurantStars, courierStars: rating.courierStars, comment: rating.comment,
            customerName: try tx.people.name(of: order.customer).map(FoodPresenter.firstName), firstRatedAt: rating.firstAt,
            ratedAt: rating.at))
    }
}
