import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Begins and ends periods of membership, with everything that hangs on them: the timer of the end, reminders, news.
struct MembershipLedger {
    private let tx: OrdersTransaction
    private let memberships: MembershipRepository
    init(_ tx: OrdersTransaction) { (self.tx, memberships) = (tx, tx.memberships) }

    enum Seller {
        case counter(shop: Int, activation: String)
        case inApp(OrderID)
    }

    /// A period after the last day of coverage, or from today on. Whether it fits was asked before.
    func grant(_ months: Int, to user: User.ID, price: Money, by seller: Seller) throws -> Subscription {
        let (start, end) = try memberships.coverage(of: user).next(months: months)
        let id = try memberships.subscriptions.nextID()
        let period: Subscription
        switch seller {
        case .counter(let shop, let activation):
            period = Subscription(id: id, userID: user, startDate: start, endDate: end, months: months, source: .vendor, price: price,
                                  shopID: shop, activationID: activation, createdAt: tx.now)
        case .inApp(let order):
            period = Subscription(id: id, userID: user, startDate: start, endDate: end, months: months, source: .inApp, price: price,
                                  orderID: order, createdAt: tx.now)
        }
        try add(period)
        return period
    }

    /// - Parameter soldAt: when it was sold elsewhere; nil: now, here.
    func add(_ period: Subscription, soldAt: Timestamp? = nil) throws {
        try memberships.subscriptions.insert(period)
        if period.status == .active {
            try tx.schedule(Self.endTimer(period.id), at: try memberships.end(of: period.endDate),
                            ExpireSubscription(subscriptionId: period.id))
            try planReminders(of: period.userID)
        }
        let coverageEnd = try memberships.coverage(of: period.userID).end ?? period.endDate
        try tx.publish(MembershipActivated(
            subscriptionId: period.id, activationId: period.activationID, orderId: period.orderID, userId: period.userID,
            shopId: period.shopID,
            source: period.source.rawValue, months: period.months, startDate: period.startDate, endDate: period.endDate,
            coverageEnd: coverageEnd, amount: period.price, at: soldAt, imported: soldAt == nil ? nil : true))
    }

    /// Takes the months of a refunded period back. Expired months were used and stay.
    func takeBack(_ subscription: Int, because reason: String) throws {
        guard let period = try memberships.subscriptions.find(subscription) else { throw Rejection.notFound }
        switch period.status(on: try memberships.today()) {
        case .active: try cancel(period, .refunded, because: reason)
        case .expired, .cancelled: break
        }
    }

    /// Ends a period now. Later periods move up, because coverage has no gaps.
    /// - Parameters:
    ///   - cause: the reason in the published event.
    ///   - text: what a person wrote, which only orders stores.
    func cancel(_ period: Subscription, _ cause: Subscription.Cause, because text: String? = nil) throws {
        let end = Subscription.Cancellation(at: tx.now, day: try memberships.today(), cause: cause, reason: text ?? cause.rawValue)
        try memberships.subscriptions.update(.cancelled(end), of: period.id)
        tx.cancelTimer(Self.endTimer(period.id))
        try moveUp(behind: period)
        try planReminders(of: period.userID)
        let coverage = try memberships.coverage(of: period.userID)
        try tx.publish(MembershipCancelled(userId: period.userID, subscriptionId: period.id, endDate: period.endDate,
                                           reason: cause.rawValue, coverageEnd: coverage.end,
                                           ended: coverage.ended.map { .init(subscriptionId: $0.id, endDate: $0.endDate) }))
    }

    private func moveUp(behind gone: Subscription) throws {
        let today = try memberships.today()
        let live = try memberships.subscriptions.all(of: gone.userID).filter { $0.status(on: today) == .active }
        var coverage = Coverage(live.filter { $0.startDate < gone.startDate }, today: today)
        for period in live.filter({ $0.startDate > gone.startDate }).sorted(by: { $0.startDate < $1.startDate }) {
            let (start, end) = coverage.next(months: period.months)
            let moved = period.moved(to: start, end)
            try memberships.subscriptions.move(period.id, to: start, end)
            try tx.schedule(Self.endTimer(period.id), at: try memberships.end(of: end), ExpireSubscription(subscriptionId: period.id))
            coverage = Coverage(coverage.periods + [moved], today: today)
        }
    }

    /// The timers of a member's reminders, for the coverage there is now. A moment that is past is skipped.
    private func planReminders(of user: User.ID) throws {
        guard let settings = try? memberships.settings() else { return }  // The app has ended memberships: no reminder is left to plan.
        let end = try memberships.coverage(of: user).end
        for days in settings.reminderDays {
            let timer = "membership-reminder:\(user):\(days)"
            let due = try end.map { try reminder(days, before: $0, settings) }
            if let end, let due, due > tx.now {
                try tx.schedule(timer, at: due, RemindMember(userId: user, daysLeft: days, endDate: end))
            } else {
                tx.cancelTimer(timer)
            }
        }
    }

    private func reminder(_ days: Int, before end: CalendarDate, _ settings: MembershipSettings) throws -> Timestamp {
        try memberships.zone().instant(of: end.adding(days: -days), secondOfDay: settings.reminderSecond)
    }
    /// True if the next reminder of the same end, or the end itself, is also due by the time to which the clock moves.
    func isOvertaken(_ daysLeft: Int, before end: CalendarDate) throws -> Bool {
        let settings = try memberships.settings(), target = tx.context.clockTarget
        if try memberships.end(of: end) <= target { return true }
        return try settings.reminderDays.contains { try $0 < daysLeft && reminder($0, before: end, settings) <= target }
    }

    private static func endTimer(_ subscription: Int) -> String { "membership-end:\(subscription)" }
}
