import Contracts
import Kernel
import NotificationPolicy
import NotificationsEngine
import NotificationsKit
import ServiceKit

/// A member had a discount: told at once, and later asked how it was.
struct OnRedemptionRecorded: Reaction {
    func handle(_ fact: RedemptionRecorded, in tx: NotificationsTransaction) throws {
        guard fact.imported != true else { return }  // Seeded: nobody needs to hear of it.
        let visit = Visit(redemption: fact.redemptionId, shop: fact.shopId, at: fact.recordedAt, names: fact.shopNames ?? [:])
        try tx.visits.add(visit, of: fact.userId, at: tx.now)
        var facts = VisitFacts.of(visit, in: tx)
        facts.set("savings", try JSONValue(encoding: fact.savings))
        let trigger = Trigger("visit_recorded", at: tx.happenedAt, subject: "redemptions/\(fact.redemptionId)", facts: facts,
                              dedupeKey: "visit:\(fact.redemptionId)")
        try Notifying(tx: tx).notify(trigger, to: fact.userId, relations: ["member"])
        try RatingRequest.plan(at: fact.shopId, for: fact.userId, after: .visit(fact.redemptionId), in: tx)
    }
}

/// A visit was taken back: nobody is asked about it.
struct OnRedemptionVoided: Reaction {
    func handle(_ fact: RedemptionVoided, in tx: NotificationsTransaction) throws {
        try tx.visits.remove(fact.redemptionId, at: fact.shopId, of: fact.userId)
        try RatingRequest.plan(at: fact.shopId, for: fact.userId, after: .void, in: tx)
        let store = try DecisionContext(tx)
        for stored in try tx.candidates.waiting(of: fact.userId.rawValue) where stored.candidate.facts["redemptionId"]?.string
            == fact.redemptionId {
            store.know(stored)
            try store.settle(stored.candidate, Decision(.drop, ["resolved"]), for: try store.recipient(fact.userId.rawValue), at: tx.now)
        }
    }
}

/// Who has said how it was is not asked.
struct OnRatingAdded: Reaction {
    func handle(_ fact: RatingAdded, in tx: NotificationsTransaction) throws {
        try tx.conditions.close(RatingRequest.condition, RatingRequest.subject(fact.shopId, fact.userId), at: tx.now)
        try ReconsiderHeld.reconsider(of: fact.userId.rawValue, in: tx)
    }
}

/// Who took it back may be asked again.
struct OnRatingRemoved: Reaction {
    func handle(_ fact: RatingRemoved, in tx: NotificationsTransaction) throws {
        try tx.conditions.reopen(RatingRequest.condition, RatingRequest.subject(fact.shopId, fact.userId))
    }
}

/// "How was it?", some time after the last visit at a shop; one question per shop at a time.
private enum RatingRequest {
    static let type = "rating_request"
    static let condition = "rating.missing"
    static func subject(_ shop: Int, _ user: User.ID) -> String { "shops/\(shop)/\(user)" }

    enum Cause { case visit(String), void }

    static func plan(at shop: Int, for user: User.ID, after cause: Cause, in tx: NotificationsTransaction) throws {
        let notifying = try Notifying(tx: tx)
        guard let span = notifying.type(type)?.timers.compactMap(InstantExpression.init)
              .first(where: { $0.base == .fact("visit.at") })?.span else {
            return  // This tenant asks nobody.
        }
        let timer = subject(shop, user)
        guard let visit = try tx.visits.last(at: shop, of: user) else { return tx.cancelTimer(Notifying.timerID(type, timer)) }
        let hour = visit.at + span.elapsed
        let due = isOpen(visit, since: hour, after: cause, at: tx.now) ? max(hour, tx.now + .seconds(1)) : hour
        guard due > tx.now else { return tx.cancelTimer(Notifying.timerID(type, timer)) }  // Asked before.
        var facts = VisitFacts.of(visit, in: tx)
        facts.set("visit.at", .string(visit.at.wholeSeconds.description))
        try notifying.schedule(Trigger(type, at: due, subject: timer, facts: facts), to: user, relations: ["member", "visited"], at: due,
                               timer: timer)
    }

    /// Whether a visit whose hour has passed may still wait for its question: a shop uploaded it late, or the question
    /// gave way to that of a later visit, which is void now. If it was asked, the type's `perSubject` and `dedupe` stop
    /// the second question.
    private static func isOpen(_ visit: Visit, since hour: Timestamp, after cause: Cause, at now: Timestamp) -> Bool {
        switch cause {
        case .visit(let redemption): visit.redemption == redemption
        case .void: now - hour < wait
        }
    }
    /// The longest that a question waits: for later visits, and for the morning.
    private static let wait = Duration.days(1)
}

private enum VisitFacts {
    static func of(_ visit: Visit, in tx: NotificationsTransaction) -> Facts {
        var facts = Facts(["shopId": .int(visit.shop), "redemptionId": .string(visit.redemption)])
        facts.set("shop.names", NamesByLanguage.complete(visit.names, tx.definition))
        return facts
    }
}

/// Names for every language of the tenant: what one lacks is said as in another.
enum NamesByLanguage {
    static func complete(_ names: [String: String], _ definition: TenantDefinition) -> JSONValue {
        let fallback = definition.languages.compactMap { names[$0] }.first ?? names.sorted { $0.key < $1.key }.first?.value ?? ""
        var complete: [String: JSONValue] = [:]
        for language in definition.languages { complete[language] = JSONValue.string(names[language] ?? fallback) }
        return .object(complete)
    }
}
