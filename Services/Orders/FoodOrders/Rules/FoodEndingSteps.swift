import Contracts
import Kernel
import OrdersDeliveries

// How an order ends without a delivery (R4).
extension FoodSale {
    static func ownerCancels(_ by: FoodActor, _ reason: FoodCancelReason, _ note: String?, _ order: inout FoodOrder, _ now: Timestamp,
        _ settings: FoodSettings) throws(Rejection) -> [FoodEffect] {
        guard order.isReleased else { throw .notFound }
        if order.isRepeated(.cancel, .cancelled, by) { return [] }
        guard FoodCancelRules.ownerMayCancel(order) else { throw .notCancellable(order) }
        var ending = FoodEnding(by: by, reason: reason, note: note, action: .cancel)
        ending.refund = order.payment.paid
        ending.compensated = FoodCancelRules.waiting(order, by: by)
        return end(&order, ending, now, settings)
    }

    static func customerCancels(_ by: FoodActor, _ reason: FoodCancelReason, _ note: String?, _ acceptedFee: Money?,
        _ order: inout FoodOrder, _ now: Timestamp, _ settings: FoodSettings) throws(Rejection) -> [FoodEffect] {
        if order.isRepeated(.cancel, .cancelled, by) { return [] }
        guard case .fee(let fee) = FoodCancelRules.cost(of: order, at: now, settings) else { throw .notCancellable(order) }
        guard fee.isZero || acceptedFee == fee else { throw .cancellationFeeChanged(fee.json) }
        var ending = FoodEnding(by: by, reason: reason, note: note, action: .cancel)
        if order.isPaid {
            ending.fee = min(fee.amount, order.payment.paid)
            ending.refund = order.payment.paid - ending.fee
        }
        ending.compensated = FoodCancelRules.waiting(order, by: by)
        return end(&order, ending, now, settings)
    }

    static func staffCancel(_ by: FoodActor, _ reason: FoodCancelReason, _ note: String?, _ terms: FoodStaffTerms,
        _ order: inout FoodOrder, _ now: Timestamp, _ settings: FoodSettings) throws(Rejection) -> [FoodEffect] {
        if order.isRepeated(.cancel, .cancelled, by) { return [] }
        guard !order.status.isFinal else { throw .notCancellable(order) }
        let courier = order.delivery?.courier
        var check = Validation()
        if let refund = terms.refund, refund > order.payment.paid { check.fail("refund", "must not be more than the customer paid") }
        if terms.paysRestaurant == true, !order.status.isAccepted { check.fail("payRestaurant", "needs an order that was accepted") }
        if terms.paysCourier == true, courier == nil { check.fail("payCourier", "needs an assigned courier") }
        try check.check()
        var ending = FoodEnding(by: by, reason: reason, note: note, action: .cancel)
        ending.refund = terms.refund ?? order.payment.paid
        ending.paysRestaurant = terms.paysRestaurant ?? FoodCancelRules.paysRestaurantByDefault(order)
        ending.paidCourier = terms.paysCourier ?? FoodCancelRules.paysCourierByDefault(order) ? courier : nil
        if ending.paidCourier == nil { ending.compensated = FoodCancelRules.waiting(order, by: by) }
        return end(&order, ending, now, settings)
    }

    static func claimExpired(_ order: inout FoodOrder, _ now: Timestamp, _ settings: FoodSettings) -> [FoodEffect] {
        guard order.status == .pending else { return [] }
        return endBySystem(&order, .claimExpired, now, settings)
    }

    static func endBySystem(_ order: inout FoodOrder, _ reason: FoodCancelReason, _ now: Timestamp,
        _ settings: FoodSettings) -> [FoodEffect] {
        var ending = FoodEnding(by: .system, reason: reason)
        ending.refund = order.payment.paid
        ending.paysRestaurant = reason == .noCourier
        return end(&order, ending, now, settings)
    }

    static func failed(_ by: FoodActor, _ note: String?, _ order: inout FoodOrder, _ now: Timestamp,
        _ settings: FoodSettings) throws(Rejection) -> [FoodEffect] {
        switch order.status {
        case .outForDelivery:
            var ending = FoodEnding(by: by, reason: .undeliverable, note: note, action: .fail)
            ending.paysRestaurant = true
            ending.paidCourier = order.delivery?.courier
            return end(&order, ending, now, settings)
        case .pending, .accepted, .preparing, .ready, .delivered, .cancelled:
            guard order.isRepeated(.fail, .cancelled, by) else { throw .invalidTransition(order) }
            return []
        }
    }

    /// Ends the delivery, gives back what is held and what was paid, and books who gets what.
    static func end(_ order: inout FoodOrder, _ ending: FoodEnding, _ now: Timestamp, _ settings: FoodSettings) -> [FoodEffect] {
        let before = order.status
        order.move(to: .cancelled, ending.action, ending.by, now, note: ending.note)
        order.cancellation = FoodCancellation(by: ending.by, reason: ending.reason, note: ending.note, fee: ending.fee,
                                              refund: ending.refund, at: now)
        let sale = order.totals.subtotal.amount - FoodMoney.commission(order).amount
        order.ownerAmount = ending.fee + (ending.paysRestaurant ? sale : 0)
        var effects: [FoodEffect] = []
        let held = held(in: before)
        if ending.reason != .claimExpired, !held.isEmpty { effects.append(.releaseClaim(held)) }
        effects += endPayment(&order, ending)
        if let ledger = FoodMoney.cancelled(order, ending, settings) { effects.append(.post(ledger)) }
        if order.delivery != nil {
            order.delivery?.status = ending.reason == .undeliverable ? .failed : .cancelled
            order.delivery?.position = nil
            if ending.action != .fail { effects.append(.endDelivery(payingCourier: ending.paidCourier != nil, by: ending.by)) }
        }
        effects.append(.announce(.cancelled(released: order.isReleased, accepted: before.isAccepted, rejected: ending.action == .reject)))
        return effects
    }

    /// What the catalog still holds for an order in this state: food that is being prepared can't be given back.
    private static func held(in status: FoodOrderStatus) -> [ReleaseQuote.Part] {
        switch status {
        case .pending, .accepted: [.stock, .kitchen]
        case .preparing: [.kitchen]
        case .ready, .outForDelivery, .delivered, .cancelled: []
        }
    }

    private static func endPayment(_ order: inout FoodOrder, _ ending: FoodEnding) -> [FoodEffect] {
        switch order.payment.method {
        case .cash:
            order.payment.status = .void
            return []
        case .card:
            if order.payment.isOpen {
                order.payment.status = .canceled
                order.payment.nextAction = nil
                return [.cancelIntent]
            }
            guard ending.refund > 0 else { return [] }
            let refund = order.refund("cancelled")
            guard order.payment.note(refund, amount: ending.refund) else { return [] }
            return [.refund(refund, order.money(ending.refund), cause: ending.reason.rawValue), .announce(.payment(refunded: nil))]
        }
    }
}
