import Contracts
import Kernel
import OrdersDeliveries
import OrdersKit
import ServiceKit

// What an order wants done, done: messages to other services, the courier's job, its row, its timer.
extension FoodSale {
    package static func settings(in tx: OrdersTransaction) -> FoodSettings { tx.foodSettings }

    /// The order after what its timers owed by now, each at its own time: one long wait ends as many short ones do.
    package static func load(_ id: OrderID, in tx: OrdersTransaction) throws -> FoodOrder? {
        guard var order = try tx.foodOrders.find(id) else { return nil }
        let settings = tx.foodSettings
        // Every timer fires once, or ends the order.
        for _ in FoodTimer.allCases {
            guard let next = FoodTimer.pending(of: order, settings).first, next.due <= tx.now else { break }
            let before = order
            let effects = try step(&order, on: .timer(next.timer), at: next.due, settings: settings)
            if order != before { try save(order, in: tx) }
            try perform(effects, of: order, in: tx)
        }
        return order
    }

    package static func save(_ order: FoodOrder, in tx: OrdersTransaction) throws {
        let isForgotten = order.isErased && order.status.isFinal
        // It went on after the erasure: answers since then named the customer, too.
        let wasNamed = try isForgotten && tx.foodOrders.find(order.id)?.kept != nil
        try tx.foodOrders.update(order)
        try setTimer(of: order, in: tx)
        if isForgotten { try forgetTexts(of: order, in: tx) }
        if wasNamed { try tx.context.forgetAnswers(to: order.customer) }
    }

    static func setTimer(of order: FoodOrder, in tx: OrdersTransaction) throws {
        let name = FoodTimerDue.timer(order.id)
        guard let next = FoodTimer.pending(of: order, tx.foodSettings).first else { return tx.cancelTimer(name) }
        try tx.schedule(name, at: next.due, FoodTimerDue(orderId: order.id))
    }

    package static func perform(_ effects: [FoodEffect], of order: FoodOrder, in tx: OrdersTransaction) throws {
        let deliveries = Deliveries<FoodSale>(tx)
        for effect in effects {
            switch effect {
            case .confirmClaim: try tx.send(ConfirmQuote(claimId: order.claim, orderId: order.id))
            case .releaseClaim(let parts): try tx.send(ReleaseQuote(claimId: order.claim, orderId: order.id, parts: parts))
            case .createIntent: try tx.send(intent(of: order, tx.foodSettings))
            case .cancelIntent: try tx.send(CancelIntent(paymentId: order.payment.id, orderId: order.id))
            case .refund(let refund, let money, let cause):
                try tx.send(RefundPayment(refundId: refund, paymentId: order.payment.id, orderId: order.id, amount: money.amount,
                                          currency: money.currency, reason: cause))
            case .recordCash(let courier):
                try tx.send(RecordOrderCash(paymentId: order.payment.id, orderId: order.id, userId: order.customer, courierId: courier,
                                            amount: order.totals.total, collectedAt: order.endedAt))
            case .post(let ledger): try tx.send(ledger)
            case .startDelivery: try deliveries.start(newDelivery(of: order, in: tx))
            case .deliveryReady: try deliveries.orderReady(order.id, at: order.times.readyAt ?? order.updatedAt)
            case .deliveryTimes:
                guard let ready = order.times.estimatedReadyAt else { continue }
                try deliveries.timesChanged(order.id, estimatedReadyAt: ready)
            case .endDelivery(let paying, let actor):
                let due = order.endedAt.flatMap { $0 < tx.now.wholeSeconds ? $0 : nil }
                _ = try deliveries.end(order.id, payingCourier: paying, by: DeliveryActor(role: actor.role, id: actor.id), at: due)
            case .rateCourier(let former):
                if let courier = order.delivery?.courier { try deliveries.rated(courier, was: former, is: order.rating?.courierStars) }
            case .forgetCourier(let courier): try forget(courier, of: order, in: tx)
            case .announce(let news): try announce(news, order, in: tx)
            case .update: try tx.publish(FoodOrderUpdated(update: update(of: order, for: readers(of: order))))
            case .listForOwner: try tx.publish(FoodOrderListed(update: update(of: order, for: [order.restaurant.ownerId])))
            }
        }
    }

    private static func intent(of order: FoodOrder, _ settings: FoodSettings) -> CreateIntent {
        var intent = CreateIntent(
            paymentId: order.payment.id, orderId: order.id, userId: order.customer, amount: order.totals.total.amount,
            currency: order.currency, holdExpiresAt: order.deadline(settings), sandbox: order.sandbox)
        intent.paymentMethodId = order.payment.methodId
        return intent
    }

    static func newDelivery(of order: FoodOrder, in tx: OrdersTransaction) throws -> NewDelivery {
        let restaurant = order.restaurant
        let phone = try order.address.phone ?? tx.people.contacts(of: order.customer).phone ?? order.kept?.phone
        return NewDelivery(
            id: order.id, number: order.shownNumber,
            pickup: PickupPlace(id: restaurant.id, owner: restaurant.ownerId, names: restaurant.names, location: restaurant.location,
                                addressLine: restaurant.addressLine, phone: restaurant.phone),
            customer: order.customer,
            dropoff: Dropoff(line: order.address.line, details: order.address.details, phone: phone, location: order.content.location),
            payout: DeliveryPayout(base: FoodMoney.courierBase(order, tx.foodSettings), tip: order.totals.tip),
            cash: order.payment.method == .cash ? order.totals.total : nil, leaveAtDoor: order.leaveAtDoor,
            estimatedReadyAt: order.times.estimatedReadyAt ?? order.updatedAt)
    }

    /// Whose list of orders shows it.
    static func readers(of order: FoodOrder) -> [User.ID] {
        order.isReleased && order.customer != order.restaurant.ownerId ? [order.customer, order.restaurant.ownerId] : [order.customer]
    }
    static func update(of order: FoodOrder, for readers: [User.ID]) -> FoodOrderUpdate {
        FoodOrderUpdate(id: order.id, version: order.version, status: order.status.rawValue, paymentStatus: order.payment.status.rawValue,
                        estimatedDeliveryAt: order.toldDeliveryAt?.wholeSeconds, readerIds: readers)
    }
}
