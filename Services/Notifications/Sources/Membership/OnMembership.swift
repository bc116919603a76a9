import Contracts
import Kernel
import NotificationPolicy
import NotificationsEngine
import NotificationsKit
import ServiceKit

/// Somebody is covered: that is told at once, and reminders of an earlier end are out of date.
struct OnMembershipActivated: Reaction {
    func handle(_ fact: MembershipActivated, in tx: NotificationsTransaction) throws {
        try MembershipEnd(fact.userId, fact.startDate.adding(days: -1)).moved(in: tx)
        try MembershipEnd(fact.userId, fact.coverageEnd).stands(in: tx)
        try ReconsiderHeld.reconsider(of: fact.userId.rawValue, in: tx)
        guard fact.imported != true else { return }  // Seeded: nobody needs to hear of it.
        let facts = Facts(["subscriptionId": .int(fact.subscriptionId), "coverageEnd": .string(fact.coverageEnd.description),
                           "months": .int(fact.months)])
        let trigger = Trigger("subscription_activated", at: tx.happenedAt, subject: "subscriptions/\(fact.subscriptionId)", facts: facts,
                              dedupeKey: "act:\(fact.subscriptionId)")
        try Notifying(tx: tx).notify(trigger, to: fact.userId, relations: ["member"])
    }
}

/// A period was taken back: what remains ends when it did before.
struct OnMembershipCancelled: Reaction {
    func handle(_ fact: MembershipCancelled, in tx: NotificationsTransaction) throws {
        try MembershipEnd(fact.userId, fact.endDate).moved(in: tx)
        if let end = fact.coverageEnd { try MembershipEnd(fact.userId, end).stands(in: tx) }
        try ReconsiderHeld.reconsider(of: fact.userId.rawValue, in: tx)
    }
}

/// A membership ends in some days.
struct OnMembershipExpiring: Reaction {
    func handle(_ fact: MembershipExpiring, in tx: NotificationsTransaction) throws {
        let facts = MembershipEnd.facts(fact.subscriptionId, fact.endDate, daysLeft: fact.daysLeft)
        let trigger = Trigger("subscription_expiring", at: tx.happenedAt, subject: MembershipEnd(fact.userId, fact.endDate).subject,
                              facts: facts, dedupeKey: "exp:\(fact.subscriptionId):\(fact.endDate):\(fact.daysLeft)")
        let today = try TimeZoneRules.named(try tx.policy().zone).local(tx.now).date
        let isLate = fact.endDate.adding(days: -fact.daysLeft) < today
        let (wait, backlogWait) = isLate ? (MembershipEnd.lateWait, nil) : (.zero, MembershipEnd.backlogWait)
        try MembershipEnd.plan(trigger, to: fact.userId, at: tx.happenedAt, after: wait, ifLate: backlogWait, in: tx)
    }
}

/// The last period has ended; if another period follows, no one is notified. Sent on the day after the last one, when
/// the type's hours begin.
struct OnMembershipExpired: Reaction {
    func handle(_ fact: MembershipExpired, in tx: NotificationsTransaction) throws {
        guard fact.coverageEnd == nil else { return }
        let facts = MembershipEnd.facts(fact.subscriptionId, fact.endDate, daysLeft: 0)
        let zone = try TimeZoneRules.named(try tx.policy().zone)
        let dayAfter = zone.startOfDay(fact.endDate.adding(days: 1))
        let due = try tx.policy().types["subscription_expired"]?.slot?.next(from: dayAfter, zone: zone) ?? tx.happenedAt
        let trigger = Trigger("subscription_expired", at: due, subject: MembershipEnd(fact.userId, fact.endDate).subject, facts: facts,
                              dedupeKey: "gone:\(fact.subscriptionId)")
        try MembershipEnd.plan(trigger, to: fact.userId, at: due, in: tx)
    }
}

/// Somebody wants to hear when orders in the app come.
struct OnInAppPaymentWanted: Reaction {
    func handle(_ fact: InAppPaymentWanted, in tx: NotificationsTransaction) throws { try tx.visits.wantsToPayInApp(fact.userId) }
}

/// The end of somebody's coverage, as long as it is the end: messages about it are true until it moves.
private struct MembershipEnd {
    let subject: String
    init(_ user: User.ID, _ end: CalendarDate) { subject = "memberships/\(user)/\(end)" }
    private static let condition = "subscription.not_extended"

    func moved(in tx: NotificationsTransaction) throws { try tx.conditions.close(Self.condition, subject, at: tx.now) }
    func stands(in tx: NotificationsTransaction) throws { try tx.conditions.reopen(Self.condition, subject) }

    /// After an outage of the orders, a reminder of an earlier day waits for the next of its series, which replaces it.
    static let lateWait = Duration.seconds(2)
    /// After an outage of notifications, the next of the series may stand behind a backlog of other events.
    static let backlogWait = Duration.minutes(1)

    /// Notifications about the end of a membership are a series: a new one replaces one that still waits.
    static func plan(_ trigger: Trigger, to user: User.ID, at due: Timestamp, after wait: Duration = .zero,
                     ifLate backlogWait: Duration? = nil, in tx: NotificationsTransaction) throws {
        for type in series where type != trigger.type { tx.cancelTimer(Notifying.timerID(type, "memberships/\(user)")) }
        try Notifying(tx: tx).plan(trigger, to: user, relations: ["member"], at: due, after: wait, ifLate: backlogWait,
                                   timer: "memberships/\(user)")
    }
    private static let series = ["subscription_expiring", "subscription_expired"]

    static func facts(_ subscription: Int, _ end: CalendarDate, daysLeft: Int) -> Facts {
        Facts(["subscriptionId": .int(subscription), "endDate": .string(end.description), "coverageEnd": .string(end.description),
               "daysLeft": .int(daysLeft)])
    }
}
