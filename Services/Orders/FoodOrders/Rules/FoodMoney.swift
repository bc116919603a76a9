import Contracts
import Kernel

/// Who gets what of an order (R9). Every transaction adds up to 0.
package enum FoodMoney {
    /// The platform's part of what the restaurant sold.
    package static func commission(_ order: FoodOrder) -> Money {
        share(order.totals.subtotal, basisPoints: order.restaurant.commissionBasisPoints)
    }
    /// What the courier gets without the tip.
    package static func courierBase(_ order: FoodOrder, _ settings: FoodSettings) -> Money {
        let part = order.totals.deliveryFee.share(percent: settings.courierPercent)
        return part.amount < settings.courierMinimum ? Money(settings.courierMinimum, part.currency) : part
    }
    /// `amount × basis points / 10,000`, rounded half up.
    static func share(_ money: Money, basisPoints: Int) -> Money {
        guard money.amount > 0, basisPoints > 0 else { return .zero(money.currency) }
        let product = money.amount.magnitude.multipliedFullWidth(by: basisPoints.magnitude)
        let (low, carries) = product.low.addingReportingOverflow(5_000)
        let high = product.high + (carries ? 1 : 0)
        guard high < 10_000 else { return Money(Int.max, money.currency) }
        return Money(Int(clamping: UInt(10_000).dividingFullWidth((high, low)).quotient), money.currency)
    }

    package static func settlement(_ order: FoodOrder, _ settings: FoodSettings) -> FoodSettlement {
        let commission = commission(order).amount, base = courierBase(order, settings).amount
        let totals = order.totals
        return FoodSettlement(
            owner: order.money(totals.subtotal.amount - commission), commission: order.money(commission), courierBase: order.money(base),
            tip: totals.tip, platform: order.money(commission + totals.serviceFee.amount + totals.deliveryFee.amount - base))
    }

    package static func delivered(_ order: FoodOrder, by courier: User.ID, _ settings: FoodSettings) -> PostLedger? {
        var entries = Entries(order)
        entries.sale(FoodMoney.commission(order).amount)
        entries.courier(courier, base: courierBase(order, settings).amount, tip: order.totals.tip.amount)
        let total = order.totals.total.amount
        switch order.payment.method {
        case .cash: entries.add(.user, courier, .cashCollected, -total)
        case .card: entries.add(.cardClearing, nil, .sale, -total)
        }
        return entries.post("delivered", at: order.endedAt)
    }

    /// What an order that ended early leaves to be paid. Nil: nobody gets anything.
    package static func cancelled(_ order: FoodOrder, _ end: FoodEnding, _ settings: FoodSettings) -> PostLedger? {
        var entries = Entries(order)
        if end.paysRestaurant { entries.sale(FoodMoney.commission(order).amount) }
        if let courier = end.paidCourier { entries.courier(courier, base: courierBase(order, settings).amount, tip: 0) }
        entries.add(.user, order.restaurant.ownerId, .cancellationFee, end.fee)
        if let courier = end.compensated {
            entries.add(.user, courier, .compensation, settings.compensation)
            entries.add(.platform, nil, .compensation, -settings.compensation)
        }
        // What the customer paid and does not get back.
        let kept = order.payment.paid - end.refund
        entries.add(.cardClearing, nil, end.fee > 0 ? .cancellationFee : .sale, -kept)
        return entries.post("cancelled", at: order.endedAt)
    }

    /// The lines of one transaction. What they lack to 0 is the platform's.
    private struct Entries {
        private let order: FoodOrder
        private var lines: [PostLedger.Entry] = []
        private var missing: Int { -lines.reduce(0) { $0 + $1.amount.amount } }
        init(_ order: FoodOrder) { self.order = order }

        mutating func add(_ account: LedgerAccount, _ user: User.ID?, _ type: LedgerEntryType, _ amount: Int) {
            guard amount != 0 else { return }
            lines.append(PostLedger.Entry(account: account, userId: user, type: type, amount: order.money(amount)))
        }
        /// The restaurant sold its food, for the platform's commission.
        mutating func sale(_ commission: Int) {
            add(.user, order.restaurant.ownerId, .sale, order.totals.subtotal.amount)
            add(.user, order.restaurant.ownerId, .commission, -commission)
            add(.platform, nil, .commission, commission)
        }
        mutating func courier(_ courier: User.ID, base: Int, tip: Int) {
            add(.user, courier, .courierFee, base)
            add(.platform, nil, .courierFee, -base)
            add(.user, courier, .tip, tip)
        }
        mutating func post(_ outcome: String, at: Timestamp?) -> PostLedger? {
            add(.platform, nil, .sale, missing)
            guard !lines.isEmpty else { return nil }
            return PostLedger(transactionId: "\(outcome):\(order.id)", orderId: order.id, restaurantId: order.restaurant.id.rawValue,
                              ownerId: order.restaurant.ownerId, at: at, entries: lines)
        }
    }
}

/// How an order ended early, as money sees it.
package struct FoodEnding: Sendable, Equatable {
    package let by: FoodActor
    package let reason: FoodCancelReason
    package var note: String?
    package var action: FoodAction
    package var fee = 0
    package var refund = 0
    package var paysRestaurant = false
    /// Who is paid for the way.
    package var paidCourier: User.ID?
    /// Who waited at the restaurant for nothing.
    package var compensated: User.ID?
    package init(by: FoodActor, reason: FoodCancelReason, note: String? = nil, action: FoodAction = .end) {
        (self.by, self.reason, self.note, self.action) = (by, reason, note, action)
    }
}
