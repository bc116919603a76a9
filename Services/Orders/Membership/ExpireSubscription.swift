import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The timer at the first instant after a period's last day.
package struct ExpireSubscription: Command {
    package static let type: MessageType = "orders.expire-subscription.v1"
    package let subscriptionId: Int
    package init(subscriptionId: Int) { self.subscriptionId = subscriptionId }

    package func handle(in tx: OrdersTransaction) throws -> NoContent {
        guard let period = try tx.memberships.subscriptions.find(subscriptionId) else { throw Rejection.notFound }
        switch period.status {
        case .expired, .cancelled: break  // It ended while the timer's message was on its way.
        case .active:
            try tx.memberships.subscriptions.update(.expired, of: period.id)
            let next = try tx.memberships.coverage(of: period.userID).end
            try tx.publish(MembershipExpired(userId: period.userID, subscriptionId: period.id, endDate: period.endDate, coverageEnd: next))
        }
        return NoContent()
    }
}

/// The timer of a reminder. Says nothing when the membership ends on another day by now.
package struct RemindMember: Command {
    package static let type: MessageType = "orders.remind-member.v1"
    package let userId: User.ID
    package let daysLeft: Int
    package let endDate: CalendarDate
    package init(userId: User.ID, daysLeft: Int, endDate: CalendarDate) {
        (self.userId, self.daysLeft, self.endDate) = (userId, daysLeft, endDate)
    }

    package func handle(in tx: OrdersTransaction) throws -> NoContent {
        let coverage = try tx.memberships.coverage(of: userId)
        // Renewed or cancelled since: other timers are set.
        guard coverage.end == endDate, let latest = coverage.latest else { return NoContent() }
        // After an outage or during a clock jump several reminders are due at the same instant: send only the last.
        guard try !MembershipLedger(tx).isOvertaken(daysLeft, before: endDate) else { return NoContent() }
        try tx.publish(MembershipExpiring(userId: userId, subscriptionId: latest.id, endDate: endDate, daysLeft: daysLeft))
        return NoContent()
    }
}
