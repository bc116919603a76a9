import Contracts
import Kernel
import NotificationPolicy
import NotificationsEngine
import NotificationsKit
import ServiceKit

/// An order exists. Its customer placed it in the app just now and needs no message.
struct OnFoodOrderPlaced: Reaction {
    func handle(_ fact: FoodOrderPlaced, in tx: NotificationsTransaction) throws {
        try tx.foodOrders.prune(at: tx.now)
        try FoodOrderProjection.update(fact.order, in: tx)
    }
}

/// The restaurant sees the order: its owner has until `acceptBy`.
struct OnFoodOrderReleased: Reaction {
    func handle(_ fact: OrderReleased, in tx: NotificationsTransaction) throws {
        try FoodOrderProjection.update(fact.order, in: tx)
        try NewOrderMessage(quantity: fact.quantity, total: fact.total, acceptBy: fact.acceptBy, key: "received-1").send(fact.order, in: tx)
    }
}

/// Five minutes later nobody has decided: the owner hears of it again.
struct OnAcceptanceReminderDue: Reaction {
    func handle(_ fact: AcceptanceReminderDue, in tx: NotificationsTransaction) throws {
        try NewOrderMessage(quantity: fact.quantity, total: fact.total, acceptBy: fact.acceptBy, key: "received-2").send(fact.order, in: tx)
    }
}

private struct NewOrderMessage {
    let quantity: Int
    let total: Money
    let acceptBy: Timestamp
    let key: String
    func send(_ order: FoodOrderHead, in tx: NotificationsTransaction) throws {
        var message = try FoodOrderMessage(order, in: tx)
        message.facts.set("portions", .int(quantity))
        message.facts.setAmount("total", total)
        message.facts.setClock("time", acceptBy, zone: message.zone)
        message.facts.set("acceptBy", .string(acceptBy.wholeSeconds.description))
        try message.send("order-received", to: .owner, order.ownerId, key: key)
    }
}

/// The restaurant accepted: the customer hears when the order comes.
struct OnFoodOrderAccepted: Reaction {
    func handle(_ fact: OrderAccepted, in tx: NotificationsTransaction) throws {
        var known = try FoodOrderProjection.update(fact.order, in: tx)
        // Without an estimate of its own, the earliest the customer may expect is what the kitchen needs.
        let expected = fact.estimatedDeliveryAt ?? fact.estimatedReadyAt
        known.toldDeliveryAt = expected
        try tx.foodOrders.save(known, at: tx.happenedAt)
        var message = try FoodOrderMessage(fact.order, in: tx)
        message.facts.setClock("time", expected, zone: message.zone)
        try message.send("order-accepted", to: .customer, fact.order.customerId, key: "accepted")
    }
}

struct OnFoodOrderPreparing: Reaction {
    func handle(_ fact: OrderPreparing, in tx: NotificationsTransaction) throws {
        try FoodOrderProjection.update(fact.order, in: tx)
        try FoodOrderMessage(fact.order, in: tx).send("order-preparing", to: .customer, fact.order.customerId, key: "preparing")
        try DeliveryEstimate.moved(to: fact.estimatedDeliveryAt, of: fact.order, in: tx)
    }
}

/// The customer sees it in the feed; the courier who comes for it gets a push.
struct OnFoodOrderReady: Reaction {
    func handle(_ fact: OrderReady, in tx: NotificationsTransaction) throws {
        let known = try FoodOrderProjection.update(fact.order, in: tx)
        let message = try FoodOrderMessage(fact.order, in: tx)
        try message.send("order-ready", to: .customer, fact.order.customerId, key: "ready")
        try message.send("order-ready", to: .courier, known.courier, key: "ready")
        try DeliveryEstimate.moved(to: fact.estimatedDeliveryAt, of: fact.order, in: tx)
    }
}

struct OnFoodOrderPickedUp: Reaction {
    func handle(_ fact: OrderPickedUp, in tx: NotificationsTransaction) throws {
        let known = try FoodOrderProjection.update(fact.order, in: tx)
        var message = try FoodOrderMessage(fact.order, in: tx)
        message.facts.set("courier", ["id": .string(known.courier?.rawValue ?? "")])
        try message.send("order-picked-up", to: .customer, fact.order.customerId, key: "picked-up")
        try DeliveryEstimate.moved(to: fact.estimatedDeliveryAt, of: fact.order, in: tx)
    }
}

struct OnFoodOrderDelivered: Reaction {
    func handle(_ fact: OrderDelivered, in tx: NotificationsTransaction) throws {
        try FoodOrderProjection.update(fact.order, in: tx)
        try FoodOrderMessage(fact.order, in: tx).send("order-delivered", to: .customer, fact.order.customerId, key: "delivered")
    }
}

/// Two hours later the order is unrated: a question, unless the customer rates it while that waits for the morning.
struct OnRatingReminderDue: Reaction {
    func handle(_ fact: RatingReminderDue, in tx: NotificationsTransaction) throws {
        try FoodOrderMessage(fact.order, in: tx).send("rate-reminder", to: .customer, fact.order.customerId, key: "rate")
    }
}

struct OnFoodOrderRated: Reaction {
    func handle(_ fact: OrderRated, in tx: NotificationsTransaction) throws {
        guard var known = try tx.foodOrders.find(fact.order.orderId) else { return }  // Ended long ago.
        known.isRated = true
        try tx.foodOrders.save(known, at: tx.happenedAt)
        try ReconsiderHeld.reconsider(of: fact.order.customerId.rawValue, in: tx)
    }
}

/// Everybody who waits for the order hears why it does not come.
struct OnFoodOrderCancelled: Reaction {
    func handle(_ fact: FoodOrderCancelled, in tx: NotificationsTransaction) throws {
        let known = try FoodOrderProjection.update(fact.order, in: tx)
        var message = try FoodOrderMessage(fact.order, in: tx)
        message.facts.set("cancelReason", .string(fact.reason))
        try message.send("order-cancelled", to: .customer, fact.order.customerId, key: "cancelled")
        if fact.released { try message.send("order-cancelled", to: .owner, fact.order.ownerId, key: "cancelled") }
        try message.send("order-cancelled", to: .courier, known.courier, key: "cancelled")
    }
}

/// The kitchen should have been done a quarter of an hour ago.
struct OnFoodOrderLate: Reaction {
    func handle(_ fact: OrderLate, in tx: NotificationsTransaction) throws {
        let message = try FoodOrderMessage(fact.order, in: tx)
        let key = "late-\(fact.estimatedReadyAt.wholeSeconds)"
        try message.send("order-late", to: .owner, fact.order.ownerId, key: key)
        try message.send("order-late", toStaff: ["supervisor"], key: key)
    }
}

/// The courier has the order for too long: somebody should call.
struct OnFoodOrderOverdue: Reaction {
    func handle(_ fact: OrderOverdue, in tx: NotificationsTransaction) throws {
        try FoodOrderMessage(fact.order, in: tx).send("order-overdue", toStaff: StaffMessages.supervision, key: "overdue")
    }
}

enum FoodOrderProjection {
    /// Takes over the state an event tells of. Deliveries say who rides, so an event without a courier leaves that.
    @discardableResult
    static func update(_ order: FoodOrderHead, in tx: NotificationsTransaction) throws -> KnownFoodOrder {
        guard let status = KnownFoodOrder.Status(rawValue: order.status) else { throw UnknownFoodOrderStatus(status: order.status) }
        var known = try tx.foodOrders.find(order.orderId) ?? KnownFoodOrder(id: order.orderId, status: status)
        known.status = status
        known.courier = order.courierId ?? known.courier
        try tx.foodOrders.save(known, at: tx.happenedAt)
        if status.isFinal { try tx.foodOrders.endOffers(order.orderId) }
        return known
    }
}

/// An order in a state that this service does not know yet.
struct UnknownFoodOrderStatus: Error, CustomStringConvertible {
    let status: String
    var description: String { "a food order is in the unknown state '\(status)'" }
}
