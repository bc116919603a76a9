import Contracts
import Kernel
import OrdersDeliveries

// What the courier does, and what happens by itself.
extension FoodSale {
    static func deliveryChanged(_ delivery: FoodDelivery, _ order: inout FoodOrder) -> [FoodEffect] {
        // After its end the order keeps who brought it.
        guard !order.status.isFinal, order.delivery != nil else { return [] }
        order.delivery = delivery
        return []
    }

    static func pickedUp(_ by: FoodActor, _ order: inout FoodOrder, _ now: Timestamp) throws(Rejection) -> [FoodEffect] {
        switch order.status {
        case .ready:
            order.times.pickedUpAt = now
            order.delivery?.status = .pickedUp
            order.move(to: .outForDelivery, .pickUp, by, now)
            return [.announce(.pickedUp)]
        case .accepted, .preparing:
            throw .conflict("order-not-ready", "The restaurant has not finished the order yet.",
                            ["currentStatus": .string(order.status.rawValue)])
        case .pending, .outForDelivery, .delivered, .cancelled:
            guard order.isRepeated(.pickUp, .outForDelivery, by) else { throw .invalidTransition(order) }
            return []
        }
    }

    static func completed(_ by: FoodActor, _ note: String?, _ order: inout FoodOrder, _ now: Timestamp,
        _ settings: FoodSettings) throws(Rejection) -> [FoodEffect] {
        switch order.status {
        case .outForDelivery:
            guard let courier = order.delivery?.courier else { throw .invalidTransition(order) }
            order.move(to: .delivered, .complete, by, now, note: note)
            order.delivery?.status = .delivered
            order.ownerAmount = order.totals.subtotal.amount - FoodMoney.commission(order).amount
            order.delivery?.position = nil
            var effects: [FoodEffect] = []
            if order.payment.method == .cash {
                (order.payment.status, order.payment.paid) = (.paid, order.totals.total.amount)
                order.payment.captured = order.payment.paid
                effects.append(.recordCash(by: courier))
            }
            if let ledger = FoodMoney.delivered(order, by: courier, settings) { effects.append(.post(ledger)) }
            return effects + [.announce(.delivered)]
        case .pending, .accepted, .preparing, .ready, .delivered, .cancelled:
            guard order.isRepeated(.complete, .delivered, by) else { throw .invalidTransition(order) }
            return []
        }
    }

    static func fired(_ timer: FoodTimer, _ order: inout FoodOrder, _ now: Timestamp, _ settings: FoodSettings) -> [FoodEffect] {
        switch timer {
        case .paymentTimeout: return endBySystem(&order, .paymentTimeout, now, settings)
        case .acceptTimeout: return endBySystem(&order, .notAccepted, now, settings)
        case .noCourier: return endBySystem(&order, .noCourier, now, settings)
        case .acceptReminder, .late, .overdue, .ratingReminder:
            order.sent.append(timer)
            return [.announce(news(of: timer))]
        }
    }
    private static func news(of timer: FoodTimer) -> FoodNews {
        switch timer {
        case .acceptReminder: .acceptanceReminder
        case .overdue: .overdue
        case .ratingReminder: .ratingReminder
        case .late, .paymentTimeout, .acceptTimeout, .noCourier: .late
        }
    }

    // MARK: - Rating (R10)

    static let ratingWindow: Duration = .days(30)
    static let ratingEditWindow: Duration = .days(7)

    /// Whether the customer may rate it now, or change the rating.
    static func mayRate(_ order: FoodOrder, at now: Timestamp) -> Bool {
        guard order.status == .delivered, let end = order.endedAt else { return false }
        return order.rating.map { now < $0.firstAt + ratingEditWindow } ?? (now < end + ratingWindow)
    }

    static func rate(_ restaurant: Int, _ courier: Int?, _ comment: String?, _ order: inout FoodOrder,
        _ now: Timestamp) throws(Rejection) -> [FoodEffect] {
        guard order.status == .delivered else { throw .notDelivered(order) }
        guard mayRate(order, at: now) else { throw .ratingWindowClosed }
        let rating = FoodRating(restaurantStars: restaurant, courierStars: courier, comment: comment,
                                firstAt: order.rating?.firstAt ?? now, at: order.rating?.at ?? now)
        guard rating != order.rating else { return [] }
        let former = order.rating?.courierStars
        order.rating = rating
        order.rating?.at = now
        return [.rateCourier(was: former), .announce(.rated)]
    }

    // MARK: - Erasure (R14)

    static func customerErased(_ contact: FoodContact, _ order: inout FoodOrder) -> [FoodEffect] {
        guard !order.isErased else { return [] }
        order.isErased = true
        // An order that goes on needs a name at the door; it is forgotten when the order ends.
        order.kept = order.status.isFinal ? nil : contact
        return []
    }

    /// Before the pickup the courier loses the job instead.
    static func courierErased(_ courier: User.ID, _ order: inout FoodOrder) -> [FoodEffect] {
        guard !order.status.isFinal, let delivery = order.delivery, delivery.courier == courier, delivery.status.isOut else { return [] }
        order.erasedCourier = courier
        return []
    }
}

extension FoodOrder {
    /// Forgets what names its customer. Rows of money stay.
    mutating func forget() {
        kept = nil
        address = FoodAddress(line: nil, details: nil, phone: nil)
        note = nil
        cancellation?.note = nil
        rating?.comment = nil
        for place in timeline.indices { timeline[place].note = nil }
        content = QuoteContent(
            lines: content.lines.map {
                .init(menuItemId: $0.menuItemId, names: $0.names, quantity: $0.quantity, unitPrice: $0.unitPrice, options: $0.options,
                      note: nil, lineTotal: $0.lineTotal)
            },
            totals: content.totals, zone: content.zone, etaMinutes: content.etaMinutes, location: Self.nowhere,
            distanceMeters: content.distanceMeters)
        delivery?.position = nil
    }
    /// Where an erased address was; answers show null.
    private static let nowhere = GeoPoint(lat: 0, lng: 0)
}
