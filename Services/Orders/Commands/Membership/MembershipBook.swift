import Contracts
import Kernel
import ServiceKit

/// Begins and ends periods of membership, with everything that hangs on them: the timer of the end, reminders, news.
struct MembershipBook {
    private let tx: OrdersTransaction
    private let desk: MembershipDesk
    init(_ tx: OrdersTransaction) { (self.tx, desk) = (tx, tx.desk) }

    enum Seller {
        case counter(shop: Int, activation: String)
        case inApp(OrderID)
    }

    /// A period after the last day of coverage, or from today on. Whether it fits was asked before.
    func grant(_ months: Int, to user: User.ID, price: Money, by seller: Seller) throws -> Subscription {
        let (start, end) = try desk.coverage(of: user).next(months: months)
        let id = try desk.subscriptions.nextID()
        let period: Subscription
        switch seller {
        case .counter(let shop, let activation):
            period = Subscription(id: id, userID: user, startDate: start, endDate: end, months: months, source: .vendor, price: price, shopID: shop,
                                  activationID: activation, createdAt: tx.now)
        case .inApp(let order):
            period = Subscription(id: id, userID: user, startDate: start, endDate: end, months: months, source: .inApp, price: price, orderID: order, createdAt: tx.now)
        }
        try add(period)
        return period
    }

    /// - Parameter soldAt: when it was sold elsewhere; nil: now, here.
    func add(_ period: Subscription, soldAt: Timestamp? = nil) throws {
        try desk.subscriptions.insert(period)
        if period.status == .active {
            try tx.schedule(Self.endTimer(period.id), at: try desk.end(of: period.endDate), ExpireSubscription(subscriptionId: period.id))
            try planReminders(of: period.userID)
        }
        let coverageEnd = try desk.coverage(of: period.userID).end ?? period.endDate
        try tx.publish(MembershipActivated(
            subscriptionId: period.id, activationId: period.activationID, orderId: period.orderID, userId: period.userID, shopId: period.shopID,
            source: period.source.rawValue, months: period.months, startDate: period.startDate, endDate: period.endDate, coverageEnd: coverageEnd,
            amount: period.price, at: soldAt, imported: soldAt == nil ? nil : true))
    }

    func cancel(_ period: Subscription, because reason: String) throws {
        let end = Subscription.Cancellation(at: tx.now, day: try desk.today(), reason: reason)
        try desk.subscriptions.update(.cancelled(end), of: period.id)
        tx.cancelTimer(Self.endTimer(period.id))
        try planReminders(of: period.userID)
        try tx.publish(MembershipCancelled(userId: period.userID, subscriptionId: period.id, endDate: period.endDate, reason: reason,
                                           coverageEnd: try desk.coverage(of: period.userID).end))
    }

    /// The timers of a member's reminders, for the coverage there is now. A moment that is past is skipped.
    private func planReminders(of user: User.ID) throws {
        let settings = try desk.settings()
        let end = try desk.coverage(of: user).end
        for days in settings.reminderDays {
            let timer = "membership-reminder:\(user):\(days)"
            let due = try end.map { try desk.zone().instant(of: $0.adding(days: -days), secondOfDay: settings.reminderSecond) }
            if let end, let due, due > tx.now {
                try tx.schedule(timer, at: due, RemindMember(userId: user, daysLeft: days, endDate: end))
            } else {
                tx.cancelTimer(timer)
            }
        }
    }

    private static func endTimer(_ subscription: Int) -> String { "membership-end:\(subscription)" }
}
