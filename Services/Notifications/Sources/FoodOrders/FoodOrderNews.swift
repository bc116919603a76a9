import Contracts
import Kernel
import NotificationPolicy
import NotificationsEngine
import NotificationsKit
import ServiceKit

/// Food orders, the restaurants that cook them and the couriers who bring them.
package struct FoodOrderNews: NotificationSource {
    package init() {}
    package let words: SourceWords = {
        var words = SourceWords()
        words.conditions = Set(FoodCondition.allCases.map(\.rawValue))
        words.samples = FoodTexts.samples
        words.bareAmounts = ["refund", "withdrawal-settled"]
        return words
    }()
    package var feature: Feature? { .foodOrderNews }

    package func isOpen(_ condition: String, _ candidate: Candidate, knowing known: Facts?,
                        in tx: NotificationsTransaction) throws -> Bool? {
        guard let condition = FoodCondition(rawValue: condition) else { return nil }
        if condition == .announcement { return try AnnouncementLimits.hasRoom(for: candidate, in: tx) }
        guard let id = candidate.facts["order.id"]?.string else { return nil }
        let order = OrderID(id)
        if condition == .offer { return try tx.foodOrders.isOffered(order, to: User.ID(candidate.recipientId)) }
        // Erased or pruned: its time is over.
        guard let known = try tx.foodOrders.find(order) else { return false }
        // One jump of a sandbox clock may have ended an order after the hour of its alert: the alert is decided as of that hour.
        if condition == .withoutCourier, known.waited(at: Notifying.decided(asOf: candidate.at, in: tx)) { return true }
        return condition.holds(for: known, candidate.facts)
    }

    /// Names of people stand in texts only, never in facts that wait.
    package func complete(_ facts: inout Facts, for language: TextLanguage, in tx: NotificationsTransaction) throws {
        try FoodTexts.complete(&facts, for: language, in: tx)
    }
    package func person(namedIn facts: Facts) -> String? { facts["sender.id"]?.string ?? facts["courier.id"]?.string }
    package func forget(_ user: User.ID, in tx: NotificationsTransaction) throws { try tx.foodOrders.forget(user) }
}

/// What must still be true when a message about a food order leaves.
enum FoodCondition: String, CaseIterable {
    /// The restaurant has not decided.
    case pending = "order.pending"
    /// The kitchen works on it.
    case inKitchen = "order.in_kitchen"
    /// Accepted and not at its end.
    case underWay = "order.under_way"
    /// No courier comes for it.
    case withoutCourier = "order.without_courier"
    /// The courier whom the message is about has it.
    case withCourier = "order.with_courier"
    case unrated = "order.unrated"
    /// The courier may claim the job.
    case offer = "offer.open"
    /// The person has had fewer announcements than they may get.
    case announcement = "announcement.allowed"

    func holds(for order: KnownFoodOrder, _ facts: Facts) -> Bool {
        switch self {
        case .pending: order.status == .pending
        case .inKitchen: order.status == .accepted || order.status == .preparing
        case .underWay: order.status.isUnderWay
        case .withoutCourier: order.status.isUnderWay && order.courier == nil
        case .withCourier: order.status.isUnderWay && order.courier != nil && order.courier?.rawValue == facts["watched.courierId"]?.string
        case .unrated: order.status == .delivered && !order.isRated
        case .offer, .announcement: true  // Not said by the order's row.
        }
    }
}
