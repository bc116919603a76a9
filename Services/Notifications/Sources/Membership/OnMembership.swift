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

/// A period was taken back: what remains ends when it did before, and if that was yesterday, the member hears of it.
struct OnMembershipCancelled: Reaction {
    func handle(_ fact: MembershipCancelled, in tx: NotificationsTransaction) throws {
        try MembershipEnd(fact.userId, fact.endDate).moved(in: tx)
        if let end = fact.coverageEnd { try MembershipEnd(fact.userId, end).stands(in: tx) }
        if let ended = fact.ended {
            try MembershipEnd(fact.userId, ended.endDate).stands(in: tx)
            // After that hour the member has heard of the end, or the news is too old to send.
            if let due = try MembershipEnd.hour(afterLastDay: ended.endDate, in: tx), due > tx.happenedAt {
                try MembershipEnd.planExpired(ended.subscriptionId, ended.endDate, to: fact.userId, at: due, in: tx)
            }
        }
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
        let due = try MembershipEnd.hour(afterLastDay: fact.endDate, in: tx) ?? tx.happenedAt
        try MembershipEnd.planExpired(fact.subscriptionId, fact.endDate, to: fact.userId, at: due, in: tx)
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
    private static let expired = "subscription_expired"
    private static let series = ["subscription_expiring", expired]

    /// When the type's hours begin on the day after the last one; nil: the type has no hours.
    static func hour(afterLastDay end: CalendarDate, in tx: NotificationsTransaction) throws -> Timestamp? {
        let zone = try TimeZoneRules.named(try tx.policy().zone)
        return try tx.policy().types[expired]?.slot?.next(from: zone.startOfDay(end.adding(days: 1)), zone: zone)
    }
    static func planExpired(_ subscription: Int, _ end: CalendarDate, to user: User.ID, at due: Timestamp,
                            in tx: NotificationsTransaction) throws {
        let trigger = Trigger(expired, at: due, subject: MembershipEnd(user, end).subject, facts: facts(subscription, end, daysLeft: 0),
                              dedupeKey: "gone:\(subscription)")
        try plan(trigger, to: user, at: due, in: tx)
    }

    static func facts(_ subscription: Int, _ end: CalendarDate, daysLeft: Int) -> Facts {
        Facts(["subscriptionId": .int(subscription), "endDate": .string(end.description), "coverageEnd": .string(end.description),
               "daysLeft": .int(daysLeft)])
    }
}
