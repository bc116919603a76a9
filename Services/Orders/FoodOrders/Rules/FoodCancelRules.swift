import Contracts
import Kernel
import OrdersDeliveries

/// What cancelling costs, and whom (R4).
package enum FoodCancelRules {
    package enum Cost: Sendable, Equatable {
        case impossible
        case fee(Money)
    }

    /// What cancelling would cost the customer now.
    package static func cost(of order: FoodOrder, at now: Timestamp, _ settings: FoodSettings) -> Cost {
        switch order.status {
        case .pending: return .fee(order.money(0))
        case .accepted: return afterAcceptance(order, percent: settings.feePercentAccepted, now, settings)
        case .preparing: return afterAcceptance(order, percent: settings.feePercentPreparing, now, settings)
        case .ready, .outForDelivery, .delivered, .cancelled: return .impossible
        }
    }
    private static func afterAcceptance(_ order: FoodOrder, percent: Int, _ now: Timestamp, _ settings: FoodSettings) -> Cost {
        guard let accepted = order.times.acceptedAt, now >= accepted + .minutes(settings.graceMinutes) else { return .fee(order.money(0)) }
        switch order.payment.method {
        case .cash: return .impossible
        case .card: return .fee(order.totals.subtotal.share(percent: percent))
        }
    }

    /// Whether its restaurant may cancel it; before the acceptance it rejects.
    package static func ownerMayCancel(_ order: FoodOrder) -> Bool {
        switch order.status {
        case .accepted, .preparing: true
        case .pending, .ready, .outForDelivery, .delivered, .cancelled: false
        }
    }
    /// Staff pay the restaurant unless they say otherwise.
    package static func paysRestaurantByDefault(_ order: FoodOrder) -> Bool {
        switch order.status {
        case .preparing, .ready, .outForDelivery: true
        case .pending, .accepted, .delivered, .cancelled: false
        }
    }
    package static func paysCourierByDefault(_ order: FoodOrder) -> Bool {
        order.status == .outForDelivery && order.delivery?.courier != nil
    }
    /// The courier who stands at the restaurant when somebody else ends the order.
    package static func waiting(_ order: FoodOrder, by actor: FoodActor) -> User.ID? {
        guard let delivery = order.delivery, delivery.status == .atRestaurant, let courier = delivery.courier, courier != actor.id else {
            return nil
        }
        return courier
    }
}
