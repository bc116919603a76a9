import Contracts
import Kernel
import NotificationsKit
import ServiceKit

/// The order comes at another time.
struct OnDeliveryEstimateChanged: Reaction {
    func handle(_ fact: DeliveryEstimateChanged, in tx: NotificationsTransaction) throws {
        try FoodOrderProjection.update(fact.order, in: tx)
        try DeliveryEstimate.moved(to: fact.estimatedDeliveryAt, of: fact.order, in: tx)
    }
}

/// The restaurant needs more time, or less.
struct OnPrepTimeChanged: Reaction {
    func handle(_ fact: PrepTimeChanged, in tx: NotificationsTransaction) throws {
        try FoodOrderProjection.update(fact.order, in: tx)
        try DeliveryEstimate.moved(to: fact.estimatedDeliveryAt, of: fact.order, in: tx)
    }
}

enum DeliveryEstimate {
    static let delayMin = Duration.minutes(5)

    /// The customer hears of a delay of five minutes or more against the time they were last told, not against the
    /// estimate before: many small steps are a delay as well.
    static func moved(to estimate: Timestamp?, of order: FoodOrderHead, in tx: NotificationsTransaction) throws {
        guard let estimate, var known = try tx.foodOrders.find(order.orderId), known.status.isUnderWay,
              let told = known.toldDeliveryAt, estimate - told >= delayMin else { return }
        known.toldDeliveryAt = estimate
        try tx.foodOrders.save(known, at: tx.happenedAt)
        var message = try FoodOrderMessage(order, in: tx)
        message.facts.setClock("time", estimate, zone: message.zone)
        try message.send("order-delayed", to: .customer, order.customerId, key: "delayed-\(estimate.wholeSeconds)")
    }
}
